#!/usr/bin/env python3
"""Builds and tests everything, and ends with the line 'N passed, N failed'.

    tools/run_tests.py           all: release, sanitizers, fuzz targets, headers, install, Python, Spark
    tools/run_tests.py --check   the quick ones (labels unit, law, cli) of the release build
    tools/run_tests.py release   only the parts named: release, asan, tsan, python, torch, spark,
                                 engines, pythons

`torch` downloads gigabytes, `engines` (Dask and Ray) half a gigabyte, and `pythons` builds a wheel for
each interpreter from 3.10 to 3.13 that it finds, so they run only where they are named. `spark`
(half a gigabyte, and Java 17) is left out, with the reason, where it cannot be had and is not named.

Each build counts as one test. Logs are in build/logs.
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[1]
LOGS = ROOT / "build/logs"
JOBS = str(os.cpu_count() or 1)
LONGEST_REPORT = 80  # lines of a failing step that are shown

# Part -> targets to build. `all` comes first, so that a compile error is reported as such.
PARTS = {
    "release": ["all", "all_verify_interface_header_sets"],
    "asan": ["all"],  # clang: a second compiler reads all the code
    "tsan": ["all"],
    "python": [],  # no preset: pip builds the package, and its tests see what is installed
    "spark": [],
}
# Environment of Python -> what is installed there, and the tests that need it.
ENVIRONMENTS = {
    "python": ("requirements.txt", ["python/tests"]),
    "torch": ("requirements-torch.txt", ["python/tests/test_torch.py", "python/tests/test_docs.py",
                                         "python/tests/test_integrations.py"]),
    "spark": ("requirements-spark.txt", ["python/tests/test_spark.py"]),
    "engines": ("requirements-engines.txt", ["python/tests/test_engines.py"]),
}
INTERPRETERS = ["3.10", "3.11", "3.12", "3.13"]
STABLE_SINCE = (3, 12)  # one wheel serves this and later interpreters


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def line(self):
        return f"{self.passed} passed, {self.failed} failed"


def say(text):
    print(text, flush=True)


def run(name, command, environment):
    """Exit status and output of a command, which also goes to build/logs/NAME.log."""
    done = subprocess.run(command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    output = done.stdout.decode("utf-8", "replace")
    (LOGS / f"{name}.log").write_text(output, encoding="utf-8")
    return done.returncode, output


def tail(text):
    lines = text.rstrip().split("\n")
    if len(lines) > LONGEST_REPORT:
        lines = [f"... {len(lines) - LONGEST_REPORT} lines before", *lines[-LONGEST_REPORT:]]
    return "\n".join("    " + line for line in lines)


def build(part, environment, tally):
    """Configures and builds; True when both went well."""
    started = time.monotonic()
    commands = [("configure", ["cmake", "--preset", part, "-DTALLYSTICK_WERROR=ON"])]
    for target in PARTS[part]:
        commands.append((f"build-{target}", ["cmake", "--build", "--preset", part, "--parallel",
                                             JOBS, "--target", target]))
    for name, command in commands:
        status, output = run(f"{part}-{name}", command, environment)
        if status != 0:
            tally.failed += 1
            say(f"{part}: {name} FAILED (exit status {status})")
            first = output.find("FAILED:")
            say(tail(output[max(first, 0):]))
            return False
        tally.passed += 1
    say(f"{part}: built in {time.monotonic() - started:.0f} s")
    return True


def count_tests(report, tally):
    """Adds a JUnit file of ctest to the tally; returns how many tests it has."""
    cases = ElementTree.parse(report).getroot().findall("testcase")
    for case in cases:
        status = case.get("status")
        if status == "run":
            tally.passed += 1
        elif status in ("notrun", "disabled") and case.find("skipped") is not None:
            say(f"  skipped {case.get('name')}: {case.find('skipped').get('message', '')}")
        else:
            tally.failed += 1
            say(f"  FAILED {case.get('name')}")
            say(tail(case.findtext("system-out") or ""))
    return len(cases)


def test(part, more, environment, tally):
    """Runs the tests of a built part."""
    started = time.monotonic()
    report = LOGS / f"{part}-tests.xml"
    report.unlink(missing_ok=True)
    before = tally.failed
    status, output = run(f"{part}-tests", ["ctest", "--preset", part, "--parallel", JOBS,
                                           "--output-junit", str(report), *more], environment)
    count = count_tests(report, tally) if report.exists() else 0
    if status != 0 and tally.failed == before or count == 0:
        tally.failed += 1
        say(f"{part}: ctest FAILED (exit status {status})")
        say(tail(output))
    say(f"{part}: {count} tests in {time.monotonic() - started:.0f} s")


def run_pytest(part, python, tests, environment, tally):
    """The tests of the Python package, as it is installed for that interpreter."""
    started = time.monotonic()
    report = LOGS / f"{part}-tests.xml"
    report.unlink(missing_ok=True)
    binary = ROOT / "build/release/apps/tallystick/tallystick"
    status, output = run(f"{part}-tests", [
        python, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junit-xml={report}",
        *([f"--binary={binary}"] if binary.exists() else []), *tests], environment)
    cases = ElementTree.parse(report).getroot().iter("testcase") if report.exists() else []
    count, bad = 0, 0
    for case in cases:
        count += 1
        skipped = case.find("skipped")
        if skipped is not None:
            say(f"  skipped {case.get('name')}: {skipped.get('message', '')}")
        elif case.find("failure") is not None or case.find("error") is not None:
            bad += 1
            say(f"  FAILED {case.get('classname')}.{case.get('name')}")
        else:
            tally.passed += 1
    tally.failed += bad
    if status != 0 and bad == 0 or count == 0:
        tally.failed += 1
        say(f"{part}: pytest FAILED (exit status {status})")
    if status != 0:
        say(tail(output))
    say(f"{part}: {count} tests in {time.monotonic() - started:.0f} s")


def test_python(part, environment, tally, optional=False):
    """Installs the package into an environment of its own, as a user would, and tests it there.

    `optional`: what cannot be downloaded is no failure.
    """
    started = time.monotonic()
    needed, tests = ENVIRONMENTS[part]
    venv = ROOT / f"build/{part}-venv"
    python = str(venv / "bin/python")
    requirements = ROOT / "python/tests" / needed
    installed = venv / "requirements.txt"
    pip = [python, "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    steps = []
    if not installed.exists() or installed.read_bytes() != requirements.read_bytes():
        steps += [("venv", [sys.executable, "-m", "venv", "--clear", str(venv)]),
                  ("requirements", [*pip, "--requirement", str(requirements)])]
    steps.append(("install", [*pip, "--no-build-isolation", "--no-deps", "--force-reinstall",
                              "--config-settings=build-dir=build/python",
                              "--config-settings=cmake.define.TALLYSTICK_WERROR=ON", "."]))
    for name, command in steps:
        status, output = run(f"{part}-{name}", command, environment)
        if status != 0 and optional and name == "requirements":
            say(f"{part}: NOT RUN, {needed} could not be installed (build/logs/{part}-{name}.log)")
            return
        if status != 0:
            tally.failed += 1
            say(f"{part}: {name} FAILED (exit status {status})")
            say(tail(output))
            return
        tally.passed += 1
    installed.write_bytes(requirements.read_bytes())
    run_pytest(part, python, tests, environment, tally)


def interpreter(version):
    """The interpreter of that version: on the path, or pyenv's; None where there is none."""
    candidates = [shutil.which(f"python{version}"), shutil.which("python3"), sys.executable]
    root = pathlib.Path(os.environ.get("PYENV_ROOT", pathlib.Path.home() / ".pyenv"))
    candidates += sorted(map(str, root.glob(f"versions/{version}.*/bin/python")), reverse=True)
    for path in candidates:
        if path is None:
            continue
        done = subprocess.run([path, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
                              capture_output=True, text=True, check=False)  # pyenv's shims may fail
        if done.returncode == 0 and done.stdout.strip() == version:
            return path
    return None


def test_pythons(environment, tally):
    """For each interpreter that is found: a wheel, an empty environment, the tests there."""
    stable = None
    for version in INTERPRETERS:
        path = interpreter(version)
        if path is None:
            say(f"python {version}: NOT RUN, there is no such interpreter here")
            continue
        part = f"python-{version}"
        numbers = tuple(map(int, version.split(".")))
        folder = ROOT / "build/pythons" / version
        shutil.rmtree(folder / "venv", ignore_errors=True)
        builder, python = (str(folder / name / "bin/python") for name in ("builder", "venv"))
        pip = ["-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
        steps = []
        if numbers < STABLE_SINCE or stable is None:
            shutil.rmtree(folder / "wheel", ignore_errors=True)
            steps += [
                ("builder", [path, "-m", "venv", str(folder / "builder")]),
                ("builders", [builder, *pip, *(
                    line for line in (ROOT / "python/tests/requirements.txt").read_text().split()
                    if re.match("nanobind|scikit-build-core", line))]),
                ("wheel", [builder, "-m", "pip", "wheel", "--disable-pip-version-check", "--quiet",
                           "--no-build-isolation", "--no-deps", "--wheel-dir", str(folder / "wheel"),
                           f"--config-settings=build-dir={folder / 'build'}",
                           "--config-settings=cmake.define.TALLYSTICK_WERROR=ON", "."])]
        steps += [("venv", [path, "-m", "venv", str(folder / "venv")]),
                  ("requirements", [python, *pip, "--requirement",
                                    "python/tests/requirements-pythons.txt"])]
        for name, command in steps:
            status, output = run(f"{part}-{name}", command, environment)
            if status != 0:
                tally.failed += 1
                say(f"python {version}: {name} FAILED (exit status {status})")
                say(tail(output))
                break
            tally.passed += 1
        else:
            made = folder if numbers < STABLE_SINCE or stable is None else stable
            if numbers >= STABLE_SINCE:
                stable = made
            wheel, = (made / "wheel").glob("*.whl")
            say(f"python {version}: {path}, {wheel.name}")
            status, output = run(f"{part}-install", [python, *pip, str(wheel)], environment)
            if status != 0:
                tally.failed += 1
                say(tail(output))
                continue
            run_pytest(part, python, ["python/tests"], environment, tally)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="only the quick tests")
    known = [*PARTS, *ENVIRONMENTS, "pythons"]
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(known))
    options = parser.parse_args()
    unknown = [part for part in options.parts if part not in known]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)} (there are {', '.join(known)})")
    LOGS.mkdir(parents=True, exist_ok=True)
    # One cache for every clone: paths below the root do not matter to it.
    environment = {**os.environ, "CCACHE_BASEDIR": str(ROOT), "CCACHE_NOHASHDIR": "1"}
    for name in ("CMAKE_GENERATOR", "CXX", "CXXFLAGS", "LDFLAGS", "NO_COLOR"):
        environment.pop(name, None)  # the presets decide
    tally = Tally()
    parts = options.parts or (["release"] if options.check else list(PARTS))
    for part in parts:
        if part == "pythons":
            test_pythons(environment, tally)
        elif part == "spark" and not options.parts and shutil.which("java") is None:
            say("spark: NOT RUN, there is no Java here")
        elif part in ENVIRONMENTS:
            test_python(part, environment, tally, optional=part == "spark" and not options.parts)
        elif build(part, environment, tally):
            test(part, ["--label-exclude", "slow"] if options.check else [], environment, tally)
    say(tally.line())
    return 1 if tally.failed or not tally.passed else 0


if __name__ == "__main__":
    sys.exit(main())
