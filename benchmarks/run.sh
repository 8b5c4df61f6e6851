#!/usr/bin/env bash
# Everything `make bench` does: build, kernels, then whole processes beside the peers.
#   benchmarks/run.sh [--quick]      --quick: without the largest workload, RESULTS.md untouched
set -euo pipefail
cd "$(dirname "$0")/.."

build=build/bench
cmake --preset bench > /dev/null
cmake --build --preset bench
if [ -x $build/benchmarks/kernels_bench ]; then
  $build/benchmarks/kernels_bench --benchmark_repetitions=3 --benchmark_report_aggregates_only=true
fi
python3 benchmarks/compare.py --build $build "$@"

# The Python package beside scikit-learn on the same arrays.
peers=$build/peers/bin/python
if [ -x "$peers" ] && "$peers" -m pip install --quiet --disable-pip-version-check . 'evaluate==0.4.6'; then
  "$peers" benchmarks/python_speed.py \
    "$("$peers" benchmarks/generate.py $build/workloads w3)" \
    "$("$peers" benchmarks/generate.py $build/workloads w6)"
else
  echo "bench: the Python package is not timed, since pip could not install it" >&2
fi
