#!/usr/bin/env python3
r"""Runs transcripts of the command line and compares every byte.

    tools/cli_test.py --binary PATH [--data DIR] [--with DIR] [--update] FILE...
    tools/cli_test.py --self-test

A transcript is plain text:

    # Prose: what this shows.
    $ printf 'r1\ta\n' > truth.tsv
    $ cat > pred.tsv <<'END'
    > r1	a
    > END
    $ tallystick evaluate truth.tsv missing.tsv
    missing.tsv: error [no-such-file]: ...
    ? 3

`$ ` starts a command for bash and `> ` directly below continues it. What follows is its output,
standard output and standard error merged, and `? N` its exit status when that is not 0. Commands of
one file share a scratch folder that starts as a copy of DIR; `tallystick` is on the PATH.
An output line that looks like a mark (`$ `, `? `, `# `, `> `) is written with a backslash before it.
Empty lines before a command or prose are layout; an output that ends with an empty line shows it as
a lone backslash, and one that ends without a newline as `\ no newline`.
`[..]` in an expected line stands for any text, for what differs between machines.
In a Markdown file the blocks fenced as `console` are one transcript.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

MARK = re.compile(r"\\*(?:[$?#>] |[#>]$|$| no newline$)")
KEPT = ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LLVM_PROFILE_FILE")
TIMEOUT_SECONDS = 120


class Step:
    """One command with its expected output lines (as written) and exit status."""

    def __init__(self, prose, command):
        self.prose, self.command, self.output, self.status = prose, [command], [], 0

    def lines(self):
        first, *more = self.command
        shown = [f"$ {first}", *(f"> {line}" if line else ">" for line in more)]
        return self.prose + shown + self.output + ([f"? {self.status}"] if self.status else [])


def parse(text):
    """Steps of a transcript, and the lines after the last one."""
    steps, prose, step, in_command = [], [], None, False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("$ "):
            step, in_command = Step(prose, line[2:]), True
            prose = []
            steps.append(step)
        elif line == ">" or line.startswith("> "):
            if not in_command:
                raise ValueError(f"line {number}: '>' does not follow a command")
            step.command.append(line[2:])
        elif line == "#" or line.startswith("# "):
            prose.append(line)
            step, in_command = None, False
        elif line.startswith("? "):
            if step is None:
                raise ValueError(f"line {number}: an exit status without a command")
            step.status, step, in_command = int(line[2:]), None, False
        elif line == "" or step is None:
            if line:
                raise ValueError(f"line {number}: output without a command: {line!r}")
            prose.append(line)
            in_command = False
        else:
            # Empty lines met on the way were part of the output after all.
            step.output += [*prose, line]
            prose, in_command = [], False
    return steps, prose


def to_lines(output):
    """Output as the lines of a transcript."""
    lines = output.split("\n")
    ended = lines.pop() if lines[-1] == "" else None
    lines = ["\\" + line if line and MARK.match(line) and MARK.match(line).end() else line
             for line in lines]
    if lines and lines[-1] == "":
        lines[-1] = "\\"
    return lines if ended is not None else [*lines, "\\ no newline"]


def matches(expected, actual):
    if "[..]" not in expected:
        return expected == actual
    pieces = (re.escape(piece) for piece in expected.split("[..]"))
    return re.fullmatch(".*".join(pieces), actual) is not None


def keep_wildcards(expected, actual):
    """The actual lines, in the old wording where a wildcard still covers them."""
    if len(expected) != len(actual):
        return actual
    return [old if matches(old, new) else new for old, new in zip(expected, actual)]


def run(step, folder, environment):
    done = subprocess.run(["bash", "-c", "\n".join(step.command)], cwd=folder, env=environment,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, timeout=TIMEOUT_SECONDS, check=False)
    return to_lines(done.stdout.decode("utf-8", "surrogateescape")), done.returncode


def make_scratch(scratch, options):
    """Lays out the scratch folder; returns the folder of the commands and their environment."""
    folder, programs = pathlib.Path(scratch, "work"), pathlib.Path(scratch, "bin")
    programs.mkdir()
    if options.data:
        shutil.copytree(options.data, folder)
    else:
        folder.mkdir()
    for extra in options.extra or []:
        shutil.copytree(extra, folder / extra.name)
    if options.binary:
        (programs / "tallystick").symlink_to(options.binary.resolve(strict=True))
    return folder, {"PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder),
                    "LC_ALL": "C", "TZ": "UTC", "TMPDIR": scratch,
                    **{name: os.environ[name] for name in KEPT if name in os.environ}}


def rerun(text, folder, environment):
    """A transcript as it stands and as it comes out now, both in normal form."""
    steps, rest = parse(text)
    before, after = [], []
    for step in steps:
        before += step.lines()
        output, status = run(step, folder, environment)
        step.output, step.status = keep_wildcards(step.output, output), status
        after += step.lines()
    return "\n".join(before + rest), "\n".join(after + rest), len(steps)


def run_file(path, options):
    """Differences of one file, as the lines of a diff; none when all is well."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    # Prose and transcripts in turn; a .test file is all transcript.
    pieces = re.split(r"(?ms)(?<=^```console\n)(.*?)(?=^```$)", text)
    if path.suffix != ".md":
        pieces = ["", text]
    before, after, n_steps = [], [], 0
    with tempfile.TemporaryDirectory(prefix="transcript-") as scratch:
        folder, environment = make_scratch(scratch, options)
        for i, piece in enumerate(pieces):
            old = new = piece
            if i % 2 == 1:
                old, new, n = rerun(piece, folder, environment)
                n_steps += n
            before.append(old)
            after.append(new)
    if n_steps == 0:
        raise ValueError("no command in it")
    before, after = "".join(before), "".join(after)
    if before == after:
        return []
    if options.update:
        path.write_bytes(after.encode("utf-8", "surrogateescape"))
        print(f"{path}: rewritten")
        return []
    return list(difflib.unified_diff(before.split("\n"), after.split("\n"), f"{path} (expected)",
                                     f"{path} (got)", lineterm="", n=4))


SELF_TEST = r"""# Prose.
$ printf 'a\n\n$ b\n'
a

\$ b

$ cat > f <<'END'
> x	y
>
> $ z
> END
$ cat f; echo oops >&2; exit 3
x	y

\$ z
oops
? 3

# Output without a newline, with an empty last line, with markers, with a wildcard.
$ printf 'no end'
no end
\ no newline
$ printf 'x\n\n'
x
\
$ printf '# h\n\\begin\n\\# x\n\\\n? 1\n'
\# h
\begin
\\# x
\\
\? 1
$ echo version 1.2.3
version [..]
$ env | grep -c NO_COLOR
0
? 1
"""


def self_test():
    """A right transcript passes, each wrong one is caught, --update mends it and nothing else."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "self.test")

        def differences(text, update=False):
            file.write_text(text, encoding="utf-8")
            return run_file(file, argparse.Namespace(binary=None, data=None, extra=None,
                                                     update=update))

        if differences(SELF_TEST):
            wrong += ["a right transcript fails:", *differences(SELF_TEST)]
        for old, new in (("\nno end\n", "\nan end\n"), ("? 3\n", ""), ("? 3\n", "? 2\n"),
                         ("oops\n", ""), ("\\\n$", "$"), ("version [..]", "version 2[..]"),
                         ("\\ no newline\n", ""), ("x\ty\n\n\\$ z", "x\ty\n\\$ z")):
            if old not in SELF_TEST or not differences(SELF_TEST.replace(old, new, 1)):
                wrong.append(f"{new!r} instead of {old!r} goes unnoticed")
            differences(SELF_TEST.replace(old, new, 1), update=True)
            mended = file.read_text(encoding="utf-8")
            if mended != SELF_TEST and "2[..]" not in new:
                wrong += [f"--update does not mend {new!r}:", mended]
        for broken in ("out of place\n", "$ true\n? 0\nmore\n", "> x\n", "? 1\n", "# only prose\n"):
            try:
                differences(broken)
                wrong.append(f"{broken!r} is accepted")
            except ValueError:
                pass
        page = pathlib.Path(folder, "page.md")
        page.write_text("Prose.\n```console\n$ echo a\na\n```\n```sh\n$ false\n```\n```console\n"
                        "$ echo b\n{}\n```\n", encoding="utf-8")
        differ = argparse.Namespace(binary=None, data=None, extra=None, update=False)
        if [line for line in run_file(page, differ) if line[0] in "+-"][2:] != ["-{}", "+b"]:
            wrong += ["blocks of a page:", *run_file(page, differ)]
    print("\n".join(wrong) if wrong else "cli_test: catches what it should")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", type=pathlib.Path, help="the tallystick to run")
    parser.add_argument("--data", type=pathlib.Path, help="folder that each transcript starts with")
    parser.add_argument("--with", dest="extra", type=pathlib.Path, action="append",
                        help="folder that is copied there under its own name")
    parser.add_argument("--update", action="store_true", help="rewrite the expected output")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.files or not options.binary:
        parser.error("a binary and transcripts are needed")
    failed = False
    for file in options.files:
        try:
            differences = run_file(file, options)
        except (ValueError, subprocess.TimeoutExpired) as fault:
            differences = [f"{file}: {fault}"]
        for line in differences:
            sys.stdout.buffer.write((line + "\n").encode("utf-8", "surrogateescape"))
        failed = failed or bool(differences)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
