"""The build puts the shared library DDS into the wheel: from endplay, which the build environment has.

endplay is the well-kept package that builds DDS for every platform; but who installs it installs matplotlib as well,
which is more than half of everything. So it is a requirement of the build, and of a checkout that is installed in
place, and not of what a user installs.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENDINGS = (".so", ".dylib", ".dll")


class LibraryHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds ``bridgelang/_dds/``: the library, and the licence of the package that it comes from."""

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
