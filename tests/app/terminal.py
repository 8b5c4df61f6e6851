#!/usr/bin/env python3
"""Checks what a terminal gets and a pipe does not: bars as wide as there is room, and colours."""
import argparse
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import tempfile
import termios

BLOCKS = re.compile("[\u2588-\u258f]")


def on_terminal(columns, environment, *command):
    """What a terminal of so many columns gets."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    plain = {name: value for name, value in os.environ.items()
             if not name.startswith(("LC_", "LANG", "NO_COLOR"))}
    with subprocess.Popen(command, stdout=theirs, stderr=subprocess.PIPE,
                          env={**plain, "TERM": "xterm", **environment}) as process:
        os.close(theirs)
        out = b""
        while True:
            try:
                block = os.read(ours, 4096)
            except OSError:  # the other side is closed
                break
            if not block:
                break
            out += block
    os.close(ours)
    return out.decode().replace("\r\n", "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--binary", required=True)
    binary = parser.parse_args().binary
    folder = pathlib.Path(tempfile.mkdtemp())
    data = folder / "data.csv"
    data.write_text("id,true,pred\n1,2166,2166\n2,2166,2165\n3,1111,1111\n4,9111,911\n",
                    encoding="utf-8")
    command = [binary, "evaluate", "--taxonomy", "isco08", "--per-label", data]
    unicode = {"LC_ALL": "C.UTF-8"}
    faults = []

    piped = subprocess.run(command, capture_output=True, check=True,
                           env={**os.environ, **unicode}).stdout.decode()
    if BLOCKS.search(piped) or "\x1b" in piped:
        faults.append("a pipe gets bars or colours")
    for columns in (60, 100, 160):
        text = on_terminal(columns, unicode, *command)
        if not BLOCKS.search(text):
            faults.append(f"a terminal of {columns} columns gets no bars")
        for line in text.splitlines():
            if BLOCKS.search(line) and len(line) > columns:
                faults.append(f"{len(line)} columns on a terminal of {columns}: {line}")
    for environment in ({"LC_ALL": "C"}, {**unicode, "TERM": "dumb"}, {"LANG": "de_DE.ISO-8859-1"}):
        if BLOCKS.search(on_terminal(100, environment, *command)):
            faults.append(f"bars with {environment}")
    colourless = on_terminal(100, {**unicode, "NO_COLOR": "1"}, *command)
    if "\x1b" in colourless or not BLOCKS.search(colourless):
        faults.append("NO_COLOR takes away bars, or leaves colours")
    if "\x1b[1m" not in on_terminal(100, unicode, *command):
        faults.append("no colours on a terminal")
    bare = re.sub("\x1b\\[[0-9;]*m", "", on_terminal(20, unicode, *command))
    if bare != piped:
        faults.append("a terminal without room for bars gets other text than a pipe")
    out = folder / "report.txt"
    on_terminal(100, unicode, *command, "--out", out)
    if out.read_text(encoding="utf-8") != piped:
        faults.append("a file gets other text than a pipe")
    for fault in faults:
        print(fault)
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
