"""The build puts the shared library DDS into the wheel: from endplay, which the build environment has.

endplay is the well-kept package that builds DDS for every platform; but who installs it installs matplotlib as well,
which is more than half of everything. So it is a requirement of the build, and of a checkout that is installed in
place, and not of what a user installs.

With ``BRIDGELANG_COMPILE=1`` the modules that bid are compiled by mypyc too, which takes a C compiler and some minutes;
the wheel is then for one version of Python. What is compiled is the same source, which stands beside it.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENDINGS = (".so", ".dylib", ".dll")
COMPILED = (
    "bidding/words/*",
    *("bidding/" + name for name in (
        "auction", "calls", "contexts", "engine", "facts", "forms", "line", "offers", "ordering", "place", "plans",
        "point", "position", "program", "questions", "reading", "recall", "shown", "table",
    )),
    *("constraints/" + name for name in (
        "cells", "expected", "holding", "interning", "nodes", "project", "projection", "regions", "shapes",
    )),
    *("advice/" + name for name in ("alternatives", "expected", "features", "moves", "rolling")),
)  # fmt: skip
"""The modules that bidding and advice go through for each call."""


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds ``bridgelang/_dds/``: the library, and the licence of the package that it comes from."""

    folder: tempfile.TemporaryDirectory[str] | None = None

    def dependencies(self) -> list[str]:
        """What the build needs beside what pyproject.toml names."""
        return ["attrs>=23.2", "mypy>=1.10", "setuptools"] if _compiles() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            build_data["dependencies"].append("endplay>=0.5.12")
            return
        package = importlib.util.find_spec("endplay")
        if package is None or package.origin is None:
            raise RuntimeError("the build needs endplay, from which the double-dummy library comes")
        (library,) = [file for file in Path(package.origin).parent.glob("_dds/*") if file.suffix in ENDINGS]
        build_data["force_include"][str(library)] = f"bridgelang/_dds/{library.name}"
        for file in importlib.metadata.files("endplay") or ():
            if file.name.startswith("LICEN"):
                build_data["force_include"][str(file.locate())] = "bridgelang/_dds/LICENCE-endplay"
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")
        if _compiles():
            self._compile(build_data)

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Clear away what was compiled: it is in the wheel."""
        if self.folder is not None:
            self.folder.cleanup()

    def _compile(self, build_data: dict[str, Any]) -> None:
        """Compile a copy, away from the project's settings, and put what comes of it beside the source."""
        self.folder = tempfile.TemporaryDirectory()
        place = Path(self.folder.name)
        unwanted = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(Path(self.root, "bridgelang"), place / "bridgelang", ignore=unwanted)
        files = [file for name in COMPILED for file in place.glob(f"bridgelang/{name}.py")]
        modules = [file.relative_to(place).as_posix() for file in files if file.name != "__init__.py"]
        command = [sys.executable, "-m", "mypyc", "--ignore-missing-imports", *modules]
        subprocess.run(command, cwd=place, check=True)
        for library in [*place.glob("*.*"), *place.glob("bridgelang/**/*.*")]:
            if library.suffix in (".so", ".pyd"):
                build_data["force_include"][str(library)] = library.relative_to(place).as_posix()
        del build_data["tag"]
        build_data["infer_tag"] = True


def _compiles() -> bool:
    return os.environ.get("BRIDGELANG_COMPILE", "") not in ("", "0")
