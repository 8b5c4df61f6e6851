"""Modules for Hugging Face's `evaluate`, which are loaded by their paths and need no network."""

from __future__ import annotations

import os

_HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = ("isco_hierarchical_accuracy", "multilabel")


def hf_module_path(name: str) -> str:
    """The folder of a module: evaluate.load(hf_module_path("isco_hierarchical_accuracy")).

    >>> import os
    >>> os.path.basename(hf_module_path("multilabel"))
    'multilabel'
    """
    if name not in MODULES:
        from .. import _core

        raise _core.WrongUsageError(
            f"there is no module {name!r}\nhint: it takes {', '.join(map(repr, MODULES))}")
    return os.path.join(_HERE, name)
