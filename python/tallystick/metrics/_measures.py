"""One function for each measure of the catalogue. Their types are written when the package is built."""

from __future__ import annotations

from .. import _functions

#: Names of the catalogue that are functions here.
CATALOGUE = tuple(measure.name for measure in _functions.named())

for _measure in _functions.named():
    globals()[_measure.name] = _functions.make(_measure)

__all__ = [*CATALOGUE]
