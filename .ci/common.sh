# Sourced by the scripts of this folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Runs a step under its name, and prints its time and processor time. If one fails, the last line says how to run it
# alone.
step() {
  local processor
  step_name=$1 step_began=$SECONDS
  shift
  step_command=$*
  printf '\n=== %s\n' "$step_name"
  processor_seconds
  processor=$processor_seconds
  "$@"
  processor_seconds
  processor=$((processor_seconds - processor))
  printf '=== %s: %d s, %d s of processor time\n' "$step_name" $((SECONDS - step_began)) $processor
  step_name=
}

# Sets the variable of this name to the whole seconds of processor time that the commands so far have taken.
processor_seconds() {
  local file
  file=$(mktemp)
  times >"$file"
  processor_seconds=$(tail -n 1 "$file" | awk -F '[m s]' '{ printf "%d", 60 * ($1 + $4) + $2 + $5 }')
  rm "$file"
}
step_name=
trap '[ $? = 0 ] || [ -z "$step_name" ] || printf "\nFailed: %s. Run it alone: %s\n" "$step_name" "$step_command"' EXIT

# Runs two commands at once, each of which leaves a processor idle, and prints what they print, one after the other.
at_once() {
  local output status=0
  output=$(mktemp)
  $1 >"$output" 2>&1 &
  $2 || status=1
  wait $! || status=1
  cat "$output"
  rm "$output"
  return $status
}

# `in_package FOLDER build …` is `swift build …` for the package in that folder, in the root package's folder of builds:
# so the toolkit is compiled once for all packages. The plan of the last build may be that of another package: it is
# made anew. Libraries that ask `canImport(Combine)` would take the module of that name for Apple's: it is left for the
# next build of the root package.
in_package() {
  local folder=$1 command=$2
  shift 2
  if [ "$folder" != . ]; then rm -f "$root"/.build/*/*/Modules/Combine.swiftmodule; fi
  swift "$command" --package-path "$root/$folder" --scratch-path "$root/.build" --disable-build-manifest-caching "$@"
}

# Repeats failures at the end of the log; if the time was over, the tests that had begun. So each line is written at once.
naming_failures() {
  local output lines=()
  if command -v stdbuf >/dev/null; then lines=(stdbuf -oL); fi
  output=$(mktemp)
  # A function of this file cannot be started by a program.
  if [ "$(type -t "$1")" = function ]; then lines=(); fi
  if "${lines[@]}" "$@" 2>&1 | tee "$output"; then rm "$output"; return; fi
  echo "What failed:"
  grep -aE "recorded an issue|error:" "$output" || "$root/.ci/unfinished-tests" "$output"
  rm "$output"
  return 1
}

# Tests of a package below the root. Eight at a time: programs, servers and clients of all at once would wait for each
# other.
test_package() {
  naming_failures in_package "$1" test --experimental-maximum-parallelization-width 8 "${@:2}"
}

# The object files of the toolkit's modules in the folder $1 of a build, but not those of Integrations, StreamsLog and
# so on, nor those that SwiftPM leaves of sources that are gone.
toolkit_objects() {
  find "$1" -maxdepth 2 -path "$1/Stream*.build/*.o" ! -path '*Tests.build/*' ! -path "$1/Streams[A-Z]*.build/*" |
    awk -F/ 'NR == FNR { sources[$0 ".o"]; next } $NF in sources' \
      <(find "$root/Sources" -name '*.swift' -exec basename {} \;) -
}

# Runs the functions that are named, or all of the first list, separated by commas: `run_parts rules,tests "$@"`. A name
# with `part_` before it is the function.
run_parts() {
  local all=$1 part
  shift
  if [ $# = 0 ]; then set -- ${all//,/ }; fi
  for part in "$@"; do
    [[ ,$all, = *,$part,* ]] || { echo "$0 has no part '$part'. It has: ${all//,/ }"; exit 2; }
  done
  for part in "$@"; do "part_$part"; done
  printf '\nAll of it passed, in %d s: %s.\n' "$SECONDS" "$*"
}
