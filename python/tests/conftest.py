"""The package must be installed: these tests never look at the sources."""
import json
import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def pytest_addoption(parser):
    parser.addoption("--binary", default=None, help="the command line, to compare with")


@pytest.fixture(scope="session")
def command(request):
    """Runs the command line; gives its JSON."""
    binary = request.config.getoption("--binary")
    if binary is None:
        pytest.skip("no --binary is named")

    def run(*arguments, parse=True, status=0):
        done = subprocess.run([binary, *map(str, arguments)], capture_output=True, check=False)
        assert done.returncode == status, done.stderr.decode()
        return json.loads(done.stdout) if parse else done.stdout.decode()

    return run


@pytest.fixture(scope="session")
def root():
    return ROOT
