#!/usr/bin/env bash
# Builds the documentation of every module and the guides, as one site of static files in .build/docs/site. Fails on a
# warning (a broken link, a parameter that is none), on a public symbol without documentation, on an operator without its
# diagram and bullets, on one that holds elements without a line on its complexity, on an overload of one for a concrete type
# without a link to the general form, on an operator or a type that is in no topic of its module's page, on an operator that
# the guide WhichOperator does not name, on a table of a guide that names something that does not exist, on a page that refers
# to one that does not exist, on an operator without a run or a program (Laboratory/Sources/OperatorScenarios) and on a page of
# one without either, without a reason for a picture that is missing, or without the four bullets, on a diagram that is not its
# run, on one of a type that has neither a run nor a reason why it has none, and on a program that prints something else.
# The products of Integrations/ have pages like any module, but for the runs and programs of their operators; STREAMS_SKIP_INTEGRATIONS=1
# leaves them out.
#   Docs/build-docs.sh [FOLDER]     the package to document; this one, if none is named
#   Docs/build-docs.sh --diagrams   writes the diagrams of the runs of operators and types into the documentation comments
#   Docs/build-docs.sh --below PATH makes a site that is served below a path of the parts of the one that was built, in
#                                   .build/docs/below/PATH
#   Docs/build-docs.sh --self-test  plants faults in a copy, and fails unless each is found
# SITE_PATH=streams Docs/build-docs.sh makes a site that is served below /streams/.
# A look at the site: python3 -m http.server --directory .build/docs/site, or any other server of files.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/symbol-graph.sh"

docc_tool() {
  local beside
  beside=$(dirname "$(command -v swift)")/docc
  if [ -x "$beside" ]; then echo "$beside"; else xcrun --find docc; fi
}

# Builds the package $1, and writes the symbol graphs of its modules and, if it has them, the runs of its operators' scenarios.
graphs() {
  local package=$1 docs=$1/.build/docs module folder modules
  rm -rf "$docs"
  mkdir -p "$docs/archives"
  swift build --package-path "$package" --quiet
  modules=$(swift build --package-path "$package" --show-bin-path)/Modules
  swift package --package-path "$package" describe --type json | swift "$here/library-modules.swift" >"$docs/modules"
  while IFS=$'\t' read -r module folder; do
    symbol_graph "$module" "$docs/graphs/$module" "$modules"
  done <"$docs/modules"
  integrations_graphs "$package"
  if [ -d "$package/Laboratory/Sources/OperatorScenarios" ]; then
    swift run --package-path "$package/Laboratory" --quiet operator-pictures "$docs/runs"
    swift run --package-path "$package/Laboratory" --quiet marbles --write "$docs/laboratory"
  fi
}

# Writes the symbol graphs of the products of Integrations/, beside those of the package $1, whose operators have scenarios.
integrations_graphs() {
  local package=$1/Integrations docs=$1/.build/docs module folder modules option options
  touch "$docs/integrations"
  [ -f "$package/Package.swift" ] || return 0
  if [ "${STREAMS_SKIP_INTEGRATIONS:-}" = 1 ]; then
    echo "The pages of Integrations/ are left out, as STREAMS_SKIP_INTEGRATIONS asks."
    return
  fi
  swift build --package-path "$package" --quiet ||
    { echo "Integrations/ does not build: .ci/integrations installs what it needs, STREAMS_SKIP_INTEGRATIONS=1 leaves it out."; return 1; }
  modules=$(swift build --package-path "$package" --show-bin-path)
  options=()
  while IFS= read -r option; do options+=("$option"); done < <(c_modules "$package" "$modules")
  swift package --package-path "$package" describe --type json | swift "$here/library-modules.swift" --own |
    awk -F '\t' '{ print $1 "\tIntegrations/" $2 }' >"$docs/integrations"
  while IFS=$'\t' read -r module folder; do
    symbol_graph "$module" "$docs/graphs-of-integrations/$module" "$modules/Modules" "${options[@]}"
  done <"$docs/integrations"
}

# Runs the tool of the folder Website/Scenarios, which is compiled when it has changed.
scenarios() {
  local tool=$here/../.build/docs-tools/scenarios
  if [ ! -x "$tool" ] || [ -n "$(find "$here/Website/Scenarios" -newer "$tool")" ]; then
    mkdir -p "$(dirname "$tool")"
    swiftc -swift-version 6 -warnings-as-errors -o "$tool" "$here"/Website/Scenarios/*.swift
  fi
  "$tool" "$@"
}

# Compiles the programs of the scenarios in $1, and the tests that the laboratory has to copy, with the modules of the package
# $2, runs the tests, and compares what the programs print.
run_programs() {
  local docs=$1 build
  build=$(swift build --package-path "$2" --show-bin-path)
  mkdir -p "$docs/programs"
  scenarios examples "$docs/runs" "$docs/programs"
  # shellcheck disable=SC2046
  swiftc -swift-version 6 -suppress-warnings -I "$build/Modules" -o "$docs/programs/run" \
    "$docs/programs/main.swift" "$docs/programs/tests.swift" \
    $(find "$build" -maxdepth 2 -path "$build/Stream*.build/*.o" ! -path '*Tests.build/*')
  "$docs/programs/run" tests >"$docs/programs/tested" ||
    { tail -n 3 "$docs/programs/tested"; echo "A test of the laboratory fails."; return 1; }
  "$docs/programs/run" >"$docs/programs/printed"
  diff "$docs/programs/printed" "$docs/programs/expected" || { echo "Programs print (<) other than they say (>)."; return 1; }
}

build() {
  local package=$1 docs=$1/.build/docs docc status=0 module folder catalog dependencies=() options
  docc=$(docc_tool)
  graphs "$package"
  swift "$here/check-symbols.swift" "$docs/graphs" || status=1
  if [ -s "$docs/integrations" ]; then swift "$here/check-symbols.swift" "$docs/graphs-of-integrations" || status=1; fi
  if [ -f "$package/Docs/Website/Guides.docc/WhichOperator.md" ]; then
    swift "$here/Website/operators-listed.swift" "$docs/graphs" "$package/Docs/Website/Guides.docc" || status=1
  fi
  if [ -d "$docs/runs" ]; then
    scenarios check "$docs/graphs" "$docs/runs" || status=1
    run_programs "$docs" "$package" || status=1
    scenarios insert "$docs/graphs" "$docs/runs"
  fi
  if [ -s "$docs/integrations" ]; then
    cat "$docs/integrations" >>"$docs/modules"
    cp -R "$docs/graphs-of-integrations/." "$docs/graphs/"
  fi

  options=(--warnings-as-errors --enable-experimental-external-link-support)
  # An archive that a module may link to is that of one listed before it. Overloads share a page.
  while IFS=$'\t' read -r module folder; do
    catalog=$package/$folder/$module.docc
    [ -d "$catalog" ] || { echo "$module has no page of its own: $folder/$module.docc"; status=1; continue; }
    mkdir -p "$docs/catalogs"
    cp -R "$catalog" "$docs/catalogs/"
    catalog=$docs/catalogs/$module.docc
    find "$docs/runs" -name "$module-*.svg" -exec cp {} "$catalog/" \; 2>/dev/null || true
    "$docc" convert "$catalog" ${dependencies[@]+"${dependencies[@]}"} --additional-symbol-graph-dir "$docs/graphs/$module" \
      --fallback-display-name "$module" --fallback-bundle-identifier "swift-streams.$module" \
      --fallback-default-module-kind Module "${options[@]}" --enable-experimental-overloaded-symbol-presentation \
      --output-path "$docs/archives/$module.doccarchive" 2>&1 | sed '/^$/d' ||
      { echo "$module: the documentation has faults."; status=1; continue; }
    dependencies+=(--dependency "$docs/archives/$module.doccarchive")
  done <"$docs/modules"
  [ $status = 0 ] || return 1

  # The front page and the documents, if the package has them.
  if [ -d "$package/Docs/Website" ]; then
    mkdir -p "$docs/guides"
    cp -R "$package/Docs/Website/Guides.docc" "$docs/guides/"
    # Without the products, the front page has no links to them.
    if [ ! -s "$docs/integrations" ]; then
      sed -i.all '/^- ``\/Streams[A-Z]/d' "$docs/guides/Guides.docc/swift-streams.md"
      rm "$docs/guides/Guides.docc/swift-streams.md.all"
    fi
    # shellcheck disable=SC2046
    swift "$here/Website/articles.swift" "$package/Docs" "$docs/guides/Guides.docc" $(cat "$package/Docs/Website/articles.txt") ||
      return 1
    "$docc" convert "$docs/guides/Guides.docc" "${dependencies[@]}" "${options[@]}" --fallback-display-name swift-streams \
      --fallback-bundle-identifier swift-streams.Guides --output-path "$docs/archives/Guides.doccarchive" 2>&1 | sed '/^$/d' ||
      { echo "The guides have faults."; return 1; }
  fi
  finish "$package" "$docs/site" "${SITE_PATH:-}"
}

# Makes the site $2 of the archives of the package $1, and checks it; below the path $3, if one is named.
finish() {
  local package=$1 docs=$1/.build/docs site=$2 path=${3:-} docc module folder archives=() checks=()
  docc=$(docc_tool)
  if [ -d "$package/Docs/Website" ]; then archives+=("$docs/archives/Guides.doccarchive"); fi
  while IFS=$'\t' read -r module folder; do
    archives+=("$docs/archives/$module.doccarchive")
  done <"$docs/modules"
  "$docc" merge "${archives[@]}" --output-path "$site" --synthesized-landing-page-name "swift-streams"
  if [ -n "$path" ]; then "$docc" process-archive transform-for-static-hosting "$site" --hosting-base-path "$path"; fi
  while IFS=$'\t' read -r module folder; do
    for page in documentation documentation/$(tr '[:upper:]' '[:lower:]' <<<"$module"); do
      [ -f "$site/$page/index.html" ] || { echo "The site has no page $page."; return 1; }
    done
  done <"$docs/modules"
  if [ -d "$docs/laboratory" ]; then cp -R "$docs/laboratory" "$site/laboratory"; fi
  if [ -d "$package/Docs/Website" ]; then
    swift "$here/Website/finish.swift" "$site" "$here/Website"
    swift "$here/Website/link.swift" "$site" "$package/Docs/Website/neighbours.txt"
  fi
  if [ -d "$docs/runs" ]; then checks+=(--examples); fi
  while IFS=$'\t' read -r module folder; do
    checks+=("--without-examples=$module")
  done <"$docs/integrations"
  # shellcheck disable=SC2046
  swift "$here/Website/check.swift" "$site" ${checks[@]+"${checks[@]}"} $(cut -f1 "$docs/modules")
  echo "The documentation of $(wc -l <"$docs/modules" | tr -d ' ') modules: $site/index.html"
}

# Plants the standard input in the file $place of a module of the copy, and fails unless the build then fails and says $1.
plant() {
  local expected=$1 output file=$copy/Sources/StreamOperators/${place:-Debugging/Planted.swift}
  mkdir -p "$(dirname "$file")"
  cat >"$file"
  if output=$("$here/build-docs.sh" "$copy" 2>&1); then
    echo "Not found: $expected"
    return 1
  fi
  grep -qF "$expected" <<<"$output" || { printf 'Should say: %s\nbut says:\n%s\n' "$expected" "$output"; return 1; }
}

self_test() {
  local expected output page
  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  # Three modules say as much as all, and are built in a tenth of the time.
  mkdir -p "$copy/Sources/StreamOperators"
  cp -R "$here/../Sources/StreamCore" "$copy/Sources/"
  cp -R "$here/../Sources/StreamOperators/Parts" "$here/../Sources/StreamOperators/Debugging" \
    "$copy/Sources/StreamOperators/"
  cat >"$copy/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let package = Package(
  name: "planted",
  platforms: [.macOS(.v15)],
  products: ["StreamCore", "StreamParts", "StreamDebugging"].map { .library(name: $0, targets: [$0]) },
  targets: [
    .target(name: "StreamCore", swiftSettings: settings),
    .target(
      name: "StreamParts", dependencies: ["StreamCore"], path: "Sources/StreamOperators/Parts", swiftSettings: settings),
    .target(
      name: "StreamDebugging", dependencies: ["StreamCore", "StreamParts"], path: "Sources/StreamOperators/Debugging",
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6])
MANIFEST

  plant 'Planted.swift:1: Planted has no documentation comment.' <<<'public struct Planted {}'
  plant 'The page of StreamDebugging has no topic for Planted.' <<'PLANTED'
/// A type that is in no topic.
public struct Planted {}
PLANTED
  # The copy has no scenarios, and its site no examples.
  output=$(swift "$here/Website/check.swift" "$copy/.build/docs/site" --examples StreamDebugging) &&
    { echo "Not found: a page without an example"; return 1; }
  for expected in 'a program.' 'a reason why it has none.'; do
    expected="/streamcore/publisher/breakpointonerror() has neither a picture nor $expected"
    grep -qF "$expected" <<<"$output" || { printf 'Should say: %s\nbut says:\n%s\n' "$expected" "$output"; return 1; }
  done
  # Bullets in another order, and none at all: one page of a copy of the site has the one, one the other.
  cp -R "$copy/.build/docs/site" "$copy/site"
  page=$copy/site/data/documentation/streamdebugging/streamcore/publisher/breakpointonerror\(\).json
  sed -E 's/"text":"(Demand|Threads)"/"text":"Later \1"/g; s/Later Demand/Threads/g; s/Later Threads/Demand/g' "$page" >"$copy/page"
  cmp -s "$page" "$copy/page" && { echo "The page of breakpointOnError() has no bullets to put into another order."; return 1; }
  mv "$copy/page" "$page"
  output=$(swift "$here/Website/check.swift" "$copy/site" StreamDebugging) &&
    { echo "Not found: bullets in another order"; return 1; }
  expected='/streamcore/publisher/breakpointonerror() lacks the four bullets, in their order.'
  grep -qF "$expected" <<<"$output" || { printf 'Should say: %s\nbut says:\n%s\n' "$expected" "$output"; return 1; }
  plant '/streamcore/publisher/planted() lacks the four bullets, in their order.' <<'PLANTED'
public import StreamCore

extension Publisher {
  /// The same as ``handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
  public func planted() -> Publishers.HandleEvents<Self> { handleEvents() }
}
PLANTED
  plant 'The page of StreamDebugging has no topic for /documentation/streamdebugging/swift/int/planted().' <<'PLANTED'
public import StreamCore

extension Int {
  /// A publisher that is in no topic, of a type that the module extends.
  ///
  ///     1.planted()    (1|)
  ///     1.planted()    (1|)
  ///
  /// - **Demand**: waits for it.
  /// - **Completion**: finishes.
  /// - **Failure**: never.
  /// - **Threads**: delivers on the requesting thread.
  ///
  /// - Returns: A publisher.
  public func planted() -> AnyPublisher<Int, Never> { Just(self).eraseToAnyPublisher() }
}
PLANTED
  plant "'NowhereToBeFound' doesn't exist at '/StreamDebugging/Planted'" <<'PLANTED'
/// A type that refers to ``NowhereToBeFound``.
public struct Planted {}
PLANTED
  plant 'Publisher.planted() lacks **Threads**, the marble diagram in its documentation comment.' <<'PLANTED'
public import StreamCore

extension Publisher {
  /// Does nothing.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  ///
  /// - Returns: A publisher of the same elements.
  public func planted() -> Publishers.HandleEvents<Self> { handleEvents() }
}
PLANTED
  plant 'planted() has no line `- Complexity:` in its comment, which speaks of "queue".' <<'PLANTED'
public import StreamCore

extension Publisher {
  /// Does nothing.
  ///
  ///     upstream      -1-2-|
  ///     downstream    -1-2-|
  ///
  /// - **Demand**: passed upstream unchanged; elements are queued.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the same elements.
  public func planted() -> Publishers.HandleEvents<Self> { handleEvents() }
}
PLANTED
  # Its second diagram is found below: the graphs are those of the last build.
  plant 'Publisher.planted() lacks one of each bullet, in the order ["Demand", "Completion", "Failure", "Threads"]' <<'PLANTED'
public import StreamCore

extension Publisher {
  /// Does nothing.
  ///
  ///     upstream      -1-2-|
  ///     downstream    -1-2-|
  ///
  ///     upstream      -1-|
  ///     downstream    -1-|
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Failure**: passed on unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Returns: A publisher of the same elements.
  public func planted() -> Publishers.HandleEvents<Self> { handleEvents() }
}
PLANTED
  place=Debugging/ConcreteTypes/Just+Planted.swift \
    plant 'Just.planted() lacks a link to the general form in its summary.' <<'PLANTED'
public import StreamCore

extension Just {
  /// Like the operator of any publisher.
  public func planted() -> Just<Output> { self }
}
PLANTED

  # The graphs are those of the last build. A guide with one wrong name lacks all the others.
  mkdir "$copy/guides"
  printf '| there | here |\n| --- | --- |\n| `is` | `isNot(_:)` |\n' >"$copy/guides/WhichOperator.md"
  output=$(swift "$here/Website/operators-listed.swift" "$copy/.build/docs/graphs" "$copy/guides") &&
    { echo "Not found: a guide without the operators"; return 1; }
  for expected in 'does not name breakpointOnError:' 'names isNot(_:), which does not exist, for `is`.'; do
    grep -qF "$expected" <<<"$output" || { printf 'Should say: %s\nbut says:\n%s\n' "$expected" "$output"; return 1; }
  done

  # Runs of which one is no longer as its diagram says, one is of no operator, one is of a type without a diagram, and the others
  # are missing.
  mkdir "$copy/runs"
  cat >"$copy/runs/scenarios.json" <<'RUNS'
[{"module": "StreamDebugging", "symbol": "breakpointOnError()", "matching": "", "covers": ["nowhere()",
  "breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)"], "text": ["-1-2-|"], "words": "",
  "example": "", "prints": "", "pitfall": ""},
 {"module": "StreamDebugging", "symbol": "planted()", "matching": "", "covers": [],
  "text": ["upstream      -1-2-|", "downstream    -1-2-|"], "words": "", "example": "", "prints": "", "pitfall": ""}]
RUNS
  cat >"$copy/runs/types.json" <<'RUNS'
[{"module": "StreamCore", "symbol": "Just", "covers": [], "text": ["Just(1)       --1-|"]},
 {"module": "StreamCore", "symbol": "Fail", "covers": [], "text": ["Fail(error: e)  #"]},
 {"module": "StreamCore", "symbol": "Fail", "covers": [], "text": ["Fail(error: e)  #"]},
 {"module": "StreamCore", "symbol": "Subscribers", "covers": [], "text": [], "reason": "it is a namespace"}]
RUNS
  output=$(scenarios check "$copy/.build/docs/graphs" "$copy/runs") && { echo "Not found: a stale diagram"; return 1; }
  for expected in 'breakpointOnError() has a diagram other than its run:' \
    ' breakpoint(receiveSubscription:receiveOutput:receiveCompletion:) has a diagram other than its run:' \
    'name nowhere(), which it does not have.' 'print(_:to:) has no scenario.' \
    ': planted() has a diagram other than its run:' ': Just has a diagram other than its run:' \
    ': Empty has a diagram, and neither a run nor a reason why it has none.' ': Fail has 1 diagrams, and 2 runs.' \
    'types of StreamCore name Subscribers, which has no diagram there.'; do
    grep -qF "$expected" <<<"$output" || { printf 'Should say: %s\nbut says:\n%s\n' "$expected" "$output"; return 1; }
  done
  echo "Every planted fault was found."
}

case "${1:-}" in
  --self-test) self_test ;;
  --below)
    root=$(cd "$here/.." && pwd)
    rm -rf "$root/.build/docs/below"
    mkdir -p "$root/.build/docs/below"
    finish "$root" "$root/.build/docs/below/${2:?Which path?}" "$2"
    ;;
  --diagrams)
    root=$(cd "$here/.." && pwd)
    graphs "$root"
    scenarios write "$root/.build/docs/graphs" "$root/.build/docs/runs"
    ;;
  *) build "$(cd "${1:-$here/..}" && pwd)" ;;
esac
