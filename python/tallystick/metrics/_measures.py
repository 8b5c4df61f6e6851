"""One function for each measure of the catalogue. Their types are written when the package is built."""

from __future__ import annotations

from .. import _catalogue, _functions

#: Names of the catalogue that are functions here.
CATALOGUE = tuple(measure.name for measure in _catalogue.measures() if not measure.table)

for _measure in _catalogue.measures():
    if not _measure.table:
        globals()[_measure.name] = _functions.make(_measure)

__all__ = list(CATALOGUE)
