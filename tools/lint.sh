#!/usr/bin/env bash
# Layout, clang-tidy and floors. Usage: tools/lint.sh [--fix | --format | --all]
#   (nothing)  layout of every file, floors, clang-tidy on the sources changed since origin/main
#   --all      the same with clang-tidy on every source
#   --format   layout only
#   --fix      mend the layout
set -euo pipefail
cd "$(dirname "$0")/.."

# What an unfinished merge leaves behind compiles in no source, but reads on in a text.
if git grep -nE '^(<{7}|>{7}) '; then
  echo "lint: these lines are of a merge that was not finished" >&2
  exit 1
fi

mapfile -t files < <(git ls-files -- '*.cpp' '*.hpp' && git ls-files --others --exclude-standard -- '*.cpp' '*.hpp')
case ${1:-} in
  --fix) exec clang-format-19 -i "${files[@]}" ;;
  --format) exec clang-format-19 --dry-run --Werror "${files[@]}" ;;
  --all) sources=("${files[@]}") ;;
  "")
    base=$(git merge-base HEAD origin/main 2> /dev/null || git rev-parse HEAD)
    mapfile -t sources < <(git diff --name-only --diff-filter=d "$base" -- '*.cpp' '*.hpp')
    ;;
  *) echo "usage: tools/lint.sh [--fix | --format | --all]" >&2; exit 2 ;;
esac

clang-format-19 --dry-run --Werror "${files[@]}"
python3 tools/check_floors.py

# A header is read where a source includes it, so only sources are listed.
mapfile -t sources < <(printf '%s\n' "${sources[@]}" | grep -E '^(src|apps)/.*\.cpp$' || true)
if [ ${#sources[@]} -eq 0 ]; then
  echo "lint: no changed source for clang-tidy (--all reads every one)"
  exit 0
fi
cmake --preset clang > /dev/null
printf '%s\0' "${sources[@]}" | xargs -0 -n 1 -P "$(nproc)" clang-tidy-19 --quiet -p build/clang
echo "lint: ${#sources[@]} sources read by clang-tidy"
