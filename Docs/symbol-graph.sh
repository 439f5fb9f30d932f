# Sourced by the scripts that read symbol graphs: Docs/build-docs.sh and .ci/extras.

target_triple() {
  swiftc -print-target-info | sed -nE 's/^ *"triple": "(.*)".*/\1/p' | head -n 1
}

# Writes what module $1 declares itself, without what it re-exports, to the folder $2, as the build in $3 has it. The
# families extend `Publisher`: such extensions are symbols too.
symbol_graph() {
  local modules=$3 sdk=()
  if command -v xcrun >/dev/null; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi
  mkdir -p "$2"
  swift symbolgraph-extract -module-name "$1" -I "$modules" -output-dir "$2" -target "$(target_triple)" \
    ${sdk[@]+"${sdk[@]}"} -minimum-access-level public -skip-synthesized-members -skip-inherited-docs \
    -emit-extension-block-symbols -experimental-allowed-reexported-modules=NoModuleAtAll
}
