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
