"""Hierarchies of labels."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import _core


class Taxonomy:
    """A hierarchy of labels, a tree or a graph without cycles. Codes are texts.

    >>> Taxonomy.isco08().ancestors("2166")
    ['2', '21', '216']
    """

    def __init__(self, core: _core.Taxonomy, how: tuple[str, Any]) -> None:
        self._core = core
        self._how = how

    @classmethod
    def isco08(cls) -> Taxonomy:
        """The International Standard Classification of Occupations, 2008; built in."""
        return cls.read("isco08")

    @classmethod
    def read(cls, source: str | os.PathLike[str], **options: Any) -> Taxonomy:
        """A file in any form that hierarchies come in: prefix codes, edges, paths, levels, OBO,
        SKOS, FHIR. Options: taxonomy_format, taxonomy_separator."""
        path = os.fspath(source)
        return cls(_core.Taxonomy.read(path, options), ("read", (path, options)))

    @classmethod
    def from_edges(cls, edges: Iterable[tuple[str, str]], *, root: bool | None = None) -> Taxonomy:
        """Of (parent, child) pairs. A single node on top is a root, which is left out of counts by
        default; root=False says that it is a class like others.

        >>> Taxonomy.from_edges([("animal", "dog"), ("animal", "cat")]).children("animal")
        ['cat', 'dog']
        """
        given = [(str(parent), str(child)) for parent, child in edges]
        return cls(_core.Taxonomy.from_edges(given, root is not False), ("edges", (given, root)))

    @classmethod
    def from_paths(cls, paths: Iterable[Sequence[str] | str], *, separator: str = " > ") -> Taxonomy:
        """Of paths from the top, as lists or as texts; each code is a path.

        >>> Taxonomy.from_paths(["A > B", "A > C"]).parents("A > B")
        ['A']
        """
        given = [path.split(separator) if isinstance(path, str) else list(path) for path in paths]
        return cls(_core.Taxonomy.from_paths(given, separator), ("paths", (given, separator)))

    @classmethod
    def from_prefixes(cls, codes: Iterable[str]) -> Taxonomy:
        """Of codes whose parent is the longest other code that they begin with.

        >>> Taxonomy.from_prefixes(["2", "21", "2166"]).parents("2166")
        ['21']
        """
        given = [str(code) for code in codes]
        return cls(_core.Taxonomy.from_prefixes(given), ("prefixes", (given,)))

    def __len__(self) -> int:
        return len(self._core)

    def __contains__(self, code: object) -> bool:
        return isinstance(code, str) and code in self._core

    def __iter__(self) -> Iterator[str]:
        return iter(self._core.codes())

    def codes(self) -> list[str]:
        """All codes, parents before children."""
        return list(self._core.codes())

    def title(self, code: str) -> str:
        return str(self._core.title(code))

    def parents(self, code: str) -> list[str]:
        return list(self._core.parents(code))

    def children(self, code: str) -> list[str]:
        return list(self._core.children(code))

    def ancestors(self, code: str) -> list[str]:
        """All classes above it, from the top down."""
        return list(self._core.ancestors(code))

    def depth(self, code: str) -> int:
        """1 for the top classes, 0 for a root."""
        return int(self._core.depth(code))

    @property
    def n_levels(self) -> int:
        return int(self._core.n_levels)

    @property
    def is_tree(self) -> bool:
        return bool(self._core.is_tree)

    @property
    def origin(self) -> str:
        return str(self._core.origin)

    def to_edges(self) -> str:
        """'parent TAB child' a line."""
        return str(self._core.to_edges())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Taxonomy) and self._core.print() == other._core.print()

    def __hash__(self) -> int:
        return hash(self._core.print())

    def __reduce__(self) -> tuple[Any, ...]:
        return (_remake, self._how)

    def __repr__(self) -> str:
        return f"Taxonomy({self.origin}: {len(self)} classes in {self.n_levels} levels)"


def _remake(how: str, arguments: tuple[Any, ...]) -> Taxonomy:
    if how == "read":
        return Taxonomy.read(arguments[0], **arguments[1])
    if how == "edges":
        return Taxonomy.from_edges(arguments[0], root=arguments[1])
    if how == "paths":
        return Taxonomy.from_paths(arguments[0], separator=arguments[1])
    return Taxonomy.from_prefixes(arguments[0])
