# For .ci/run and .ci/full: runs a step under its name, and says how long it took.
step() {
  local name=$1 started=$SECONDS
  shift
  printf '\n=== %s\n' "$name"
  "$@"
  printf '=== %s: %d s\n' "$name" $((SECONDS - started))
}
