#!/usr/bin/env bash
# Builds the command line and runs the main job on the demo data: job titles coded to ISCO-08.
set -euo pipefail
cd "$(dirname "$0")/.."

log=build/logs/demo.log
mkdir -p build/logs
echo "demo: building (a minute or two the first time)"
{ cmake --preset demo && cmake --build --preset demo --parallel "$(nproc)"; } > "$log" 2>&1 || {
  tail -n 40 "$log" >&2
  echo "demo: the build failed; all of it is in $log" >&2
  exit 1
}

show() {
  echo "\$ tallystick $*"
  build/demo/apps/tallystick/tallystick "$@"
}
show evaluate --taxonomy isco08 --accept any demo/truth.tsv demo/pred.tsv
