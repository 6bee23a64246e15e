"""What a lint rule is given: the file under judgement and the trees of all files it was compiled with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from bridgelang.compile.pipeline import Compilation
from bridgelang.lang import ast
from bridgelang.lint.text.used import used_names


@frozen
class Reading:
    """``file`` is the one judged; ``trees`` holds it and every file it uses; ``names`` are those their lines use.

    ``sources`` are the files' lines, ``folder`` is where the conventions they use are looked for first.
    """

    file: str
    trees: Mapping[str, ast.SystemFile]
    names: frozenset[str]
    sources: Mapping[str, Sequence[str]]
    folder: str

    @staticmethod
    def of(compiled: Compilation) -> Reading:
        """The first of some files, read with all of them."""
        trees = compiled.trees
        return Reading(next(iter(trees)), trees, used_names(trees.values()), compiled.sources, compiled.folder)

    @property
    def lines(self) -> Sequence[str]:
        """The lines of the file judged."""
        return self.sources.get(self.file, ())

    @property
    def is_convention(self) -> bool:
        """Whether the file judged is a convention."""
        return any(isinstance(s, ast.Title) and s.kind == "convention" for s in self.tree.body)

    @property
    def tree(self) -> ast.SystemFile:
        """The tree of the file judged."""
        return self.trees[self.file]

    def blocks(self) -> Iterator[tuple[tuple[ast.Block, ...], tuple[ast.Statement, ...]]]:
        """Every body of the file with the headers round it, the file's own body first."""
        stack: list[tuple[tuple[ast.Block, ...], tuple[ast.Statement, ...]]] = [((), self.tree.body)]
        while stack:
            headers, body = stack.pop()
            yield headers, body
            stack.extend(((*headers, s), s.body) for s in reversed(body) if isinstance(s, ast.Block))

    def rules(self) -> Iterator[ast.Rule]:
        """Every rule of the file."""
        for _, body in self.blocks():
            yield from (s for s in body if isinstance(s, ast.Rule))
