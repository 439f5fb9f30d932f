# Sourced by the scripts that read symbol graphs, or compile with the modules of a build: Docs/build-docs.sh, .ci/extras and
# .ci/readme-code.

target_triple() {
  swiftc -print-target-info | sed -nE 's/^ *"triple": "(.*)".*/\1/p' | head -n 1
}

# Writes what module $1 declares itself, without what it re-exports, to the folder $2, as the build in $3 has it. The
# families extend `Publisher`: such extensions are symbols too. What follows are further options.
symbol_graph() {
  local module=$1 folder=$2 modules=$3 sdk=()
  shift 3
  if command -v xcrun >/dev/null; then sdk=(-sdk "$(xcrun --show-sdk-path)"); fi
  mkdir -p "$folder"
  swift symbolgraph-extract -module-name "$module" -I "$modules" "$@" -output-dir "$folder" -target "$(target_triple)" \
    ${sdk[@]+"${sdk[@]}"} -minimum-access-level public -skip-synthesized-members -skip-inherited-docs \
    -emit-extension-block-symbols -experimental-allowed-reexported-modules=NoModuleAtAll
}

# The options, one a line, with which the compiler finds the modules in C that the libraries of the package $1 import: they were
# built in the folder $2, which is below the folder of builds.
c_modules() {
  local map
  for map in $(find "$2" -maxdepth 2 -path '*.build/module.modulemap') \
    $(find "$2/../../checkouts" -path '*/Sources/*/include/module.modulemap' ! -path '*/Benchmarks/*'); do
    printf '%s\n' -Xcc "-fmodule-map-file=$map"
  done
  printf '%s\n' -I "$1/Sources/CNATS" -I "$2/../../checkouts/GRDB.swift/Sources/GRDBSQLite"
}
