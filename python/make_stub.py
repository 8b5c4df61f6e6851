"""Writes the types of the functions that are made of the catalogue: make_stub.py MODULE OUTPUT.

MODULE is the compiled part, which has just been built. Nothing but the standard library is needed.
"""
import importlib.util
import pathlib
import sys
import types

HERE = pathlib.Path(__file__).resolve().parent


def main():
    module, output = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("tallystick._core", module)
    core = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(core)
    package = types.ModuleType("tallystick")  # without what its __init__ imports
    package.__path__ = [str(HERE / "tallystick")]
    package._core = core
    sys.dont_write_bytecode = True
    sys.modules.update({"tallystick": package, "tallystick._core": core})
    from tallystick import _functions

    pathlib.Path(output).write_text(_functions.stub(), encoding="utf-8")


main()
