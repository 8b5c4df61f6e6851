#!/usr/bin/env bash
# Installs what this machine lacks for a job: demo, test or bench. A machine that has all is
# left alone and no network is used. TALLYSTICK_SKIP_SETUP=1 skips it (on systems without apt).
set -euo pipefail
cd "$(dirname "$0")/.."

job=${1:-test}
case $job in
  demo | test | bench) ;;
  *) echo "usage: tools/setup.sh demo|test|bench" >&2; exit 2 ;;
esac
if [ -n "${TALLYSTICK_SKIP_SETUP:-}" ]; then exit 0; fi

# A tool counts as present wherever it comes from, so they stand as command=package.
tools="cmake=cmake ninja=ninja-build g++=g++ pkg-config=pkg-config gzip=gzip zstd=zstd python3=python3"
libraries="libfast-float-dev zlib1g-dev libzstd-dev libutf8proc-dev libraptor2-dev
           librsvg2-dev libcli11-dev libfmt-dev"
if [ "$job" != demo ]; then
  tools="$tools ccache=ccache perl=perl"
  libraries="$libraries libgtest-dev librapidcheck-dev libbenchmark-dev
             libstatistics-contingency-perl python3-venv"
fi
if [ "$job" = test ]; then
  tools="$tools clang++-19=clang-19 ld.lld-19=lld-19 clang-format-19=clang-format-19
         clang-tidy-19=clang-tidy-19 chromium=chromium java=openjdk-17-jre-headless"
  libraries="$libraries libclang-rt-19-dev"
fi

missing=()
for tool in $tools; do
  command -v "${tool%%=*}" > /dev/null || missing+=("${tool##*=}")
done

if ! command -v apt-get > /dev/null || ! command -v dpkg-query > /dev/null; then
  echo "setup: this system has no apt. Install these (names of Debian 12) by hand:" >&2
  echo "  ${missing[*]:-} $(echo $libraries)" >&2
  echo "hint: then run the same command with TALLYSTICK_SKIP_SETUP=1" >&2
  exit 1
fi
for library in $libraries; do
  state=$(dpkg-query --show --showformat '${db:Status-Status}' "$library" 2> /dev/null || true)
  [ "$state" = installed ] || missing+=("$library")
done

if [ ${#missing[@]} -gt 0 ]; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo > /dev/null || {
      echo "setup: installing needs root, and there is no sudo." >&2
      echo "hint: as root, apt-get install ${missing[*]}" >&2
      exit 1
    }
    as_root=(sudo)
  fi
  echo "setup: installing ${missing[*]}"
  mkdir -p build/logs
  apt() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 \
      -o DPkg::Lock::Timeout=300 "$@" < /dev/null > build/logs/setup.log 2>&1 || {
      cat build/logs/setup.log >&2
      echo "setup: apt-get $1 failed" >&2
      echo "hint: install ${missing[*]} by hand, then run the same command again" >&2
      exit 1
    }
  }
  apt update
  apt install --no-install-recommends "${missing[@]}"
fi

# What the interactive pictures of pages are bundled from. Without it they stay static, and the build
# says so: npm is not in every system, nor is a network.
lock=web/package-lock.json
if [[ $job =~ ^(demo|test)$ ]] && command -v npm > /dev/null && ! cmp -s "$lock" web/node_modules/installed.json; then
  echo "setup: fetching web/node_modules from $lock"
  mkdir -p build/logs
  if npm ci --prefix web < /dev/null > build/logs/npm.log 2>&1; then
    cp "$lock" web/node_modules/installed.json
  else
    rm -rf web/node_modules
    echo "setup: npm could not (build/logs/npm.log says why); pictures of pages stay static"
  fi
fi

# The peers that the parity tests compare with, at the versions that the tests state.
requirements=tests/parity/requirements.txt
if [ "$job" = test ] && ! cmp -s "$requirements" build/venv/installed.txt; then
  echo "setup: making build/venv from $requirements"
  mkdir -p build/logs
  {
    rm -rf build/venv &&
      python3 -m venv build/venv &&
      build/venv/bin/python -m pip install --disable-pip-version-check --quiet \
        --requirement "$requirements"
  } < /dev/null > build/logs/venv.log 2>&1 || {
    cat build/logs/venv.log >&2
    echo "setup: could not install $requirements into build/venv" >&2
    exit 1
  }
  cp "$requirements" build/venv/installed.txt
fi
