#!/usr/bin/env bash
# Builds the documentation of every module and the guides, as one site of static files in .build/docs/site. Fails on a warning (a
# broken link, a parameter that is none), on a public symbol without documentation that is no part of being a publisher, on an
# operator without its diagram and bullets, on one that holds elements without a line on its complexity, on an overload of one for
# a concrete type without a link to the general form, on an operator or a type that is in no topic of its module's page, on an
# operator that the guide WhichOperator does not name, on a table of a guide that names something that does not exist, on a page
# that refers to one that does not exist, on an operator without a run or a program (Laboratory/Sources/OperatorScenarios) and on
# a page of one without either, without a reason for a picture that is missing, or without the four bullets, on a diagram that is
# not its run, on one of a type that has neither a run nor a reason why it has none, on a program that prints something else, and
# on a comment with another program than the scenario has.
# An operator whose scenario has a Listing is added to the copies of pages in .build/docs: to a topic of its module, to the guide
# WhichOperator, to the names elsewhere and to the neighbours.
# The products of Integrations/ have pages like any module, but for the runs and programs of their operators; to build them takes
# minutes, and what .ci/integrations installs.
#   Docs/build-docs.sh              builds the site without the products of Integrations/
#   Docs/build-docs.sh --all        builds the whole site
#   Docs/build-docs.sh --diagrams   writes the diagrams of the runs of operators and types into the documentation comments, and the
#                                   programs of operators whose scenario has a `use:` text
#   Docs/build-docs.sh --below PATH makes a site that is served below a path of the parts of the one that was built, in
#                                   .build/docs/below/PATH
# SITE_PATH=streams Docs/build-docs.sh makes a site that is served below /streams/.
# A look at the site: python3 -m http.server --directory .build/docs/site, or any other server of files.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../.ci/common.sh"
source "$here/symbol-graph.sh"
docs=$root/.build/docs

docc_tool() {
  local beside
  beside=$(dirname "$(command -v swift)")/docc
  if [ -x "$beside" ]; then echo "$beside"; else xcrun --find docc; fi
}

# Writes the symbol graphs of the modules, and the runs of their operators' scenarios; those of the products of Integrations/, too,
# if $1 is --all.
graphs() {
  local module folder modules
  rm -rf "$docs"
  mkdir -p "$docs/archives"
  in_package . build --quiet
  modules=$(in_package . build --show-bin-path)/Modules
  in_package . package describe --type json | swift "$here/library-modules.swift" >"$docs/modules"
  while IFS=$'\t' read -r module folder; do
    symbol_graph "$module" "$docs/graphs/$module" "$modules"
  done <"$docs/modules"
  touch "$docs/integrations"
  if [ "${1:-}" = --all ]; then integrations_graphs; fi
  in_package Laboratory run --quiet operator-pictures "$docs/runs"
  in_package Laboratory run --quiet marbles --write "$docs/laboratory"
}

# Writes the symbol graphs of the products of Integrations/.
integrations_graphs() {
  local module folder modules option options=()
  in_package Integrations build --quiet || { echo "Run .ci/integrations first: it installs what Integrations/ needs."; return 1; }
  modules=$(in_package Integrations build --show-bin-path)
  while IFS= read -r option; do options+=("$option"); done < <(c_modules "$root/Integrations" "$modules")
  in_package Integrations package describe --type json | swift "$here/library-modules.swift" --own |
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

# Compiles the programs of the scenarios, and the tests that the laboratory has to copy, runs the tests, and compares what the
# programs print.
run_programs() {
  local build
  build=$(in_package . build --show-bin-path)
  mkdir -p "$docs/programs/alone"
  scenarios examples "$docs/runs" "$docs/programs"
  # shellcheck disable=SC2046
  swiftc -j 4 -swift-version 6 -suppress-warnings -enable-upcoming-feature MemberImportVisibility -I "$build/Modules" \
    -o "$docs/programs/run" "$docs"/programs/*.swift $(toolkit_objects "$build")
  # Those that comments show, as programs of their own.
  printf '%s\0' "$docs"/programs/alone/*.swift | xargs -0 -n 1 -P 2 swiftc -typecheck -swift-version 6 \
    -enable-upcoming-feature MemberImportVisibility -I "$build/Modules" ||
    { echo "The program of a comment does not compile as it stands."; return 1; }
  "$docs/programs/run" tests >"$docs/programs/tested" ||
    { tail -n 3 "$docs/programs/tested"; echo "A test of the laboratory fails."; return 1; }
  "$docs/programs/run" >"$docs/programs/printed"
  diff "$docs/programs/printed" "$docs/programs/expected" || { echo "Programs print (<) other than they say (>)."; return 1; }
}

# Copies the pages that people write, and adds the operators to the copies where their scenarios say that people find them.
pages() {
  local module folder
  mkdir -p "$docs/catalogs" "$docs/guides" "$docs/articles"
  while IFS=$'\t' read -r module folder; do
    if [ -d "$root/$folder/$module.docc" ]; then cp -R "$root/$folder/$module.docc" "$docs/catalogs/"; fi
  done < <(cat "$docs/modules" "$docs/integrations")
  cp -R "$here/Website/Guides.docc" "$docs/guides/"
  cp "$here/Website/neighbours.txt" "$docs/"
  # shellcheck disable=SC2046
  swift "$here/Website/articles.swift" "$here" "$docs/articles" $(cat "$here/Website/articles.txt") || return 1
  scenarios list "$docs"
}

build() {
  local docc status=0 module folder catalog dependencies=() options programs
  docc=$(docc_tool)
  graphs "$@"
  swift "$here/check-symbols.swift" "$docs/graphs" || status=1
  if [ -s "$docs/integrations" ]; then swift "$here/check-symbols.swift" "$docs/graphs-of-integrations" || status=1; fi
  pages || status=1
  swift "$here/Website/operators-listed.swift" "$docs/graphs" "$docs/guides/Guides.docc" || status=1
  scenarios check "$docs/graphs" "$docs/runs" || status=1
  # Beside what follows, which keeps one processor busy.
  run_programs >"$docs/programs-said" 2>&1 &
  programs=$!
  scenarios insert "$docs/graphs" "$docs/runs"
  if [ -s "$docs/integrations" ]; then
    cat "$docs/integrations" >>"$docs/modules"
    cp -R "$docs/graphs-of-integrations/." "$docs/graphs/"
  fi

  options=(--warnings-as-errors --enable-experimental-external-link-support)
  # An archive that a module may link to is that of one listed before it. Overloads share a page.
  while IFS=$'\t' read -r module folder; do
    catalog=$docs/catalogs/$module.docc
    [ -d "$catalog" ] || { echo "$module has no page of its own: $folder/$module.docc"; status=1; continue; }
    find "$docs/runs" -name "$module-*.svg" -exec cp {} "$catalog/" \; 2>/dev/null || true
    "$docc" convert "$catalog" ${dependencies[@]+"${dependencies[@]}"} --additional-symbol-graph-dir "$docs/graphs/$module" \
      --fallback-display-name "$module" --fallback-bundle-identifier "swift-streams.$module" \
      --fallback-default-module-kind Module "${options[@]}" --enable-experimental-overloaded-symbol-presentation \
      --output-path "$docs/archives/$module.doccarchive" 2>&1 | sed '/^$/d' ||
      { echo "$module: the documentation has faults."; status=1; continue; }
    dependencies+=(--dependency "$docs/archives/$module.doccarchive")
  done <"$docs/modules"
  wait "$programs" || status=1
  cat "$docs/programs-said"
  [ $status = 0 ] || return 1

  # The front page and the documents.
  cp "$docs/articles/"* "$docs/guides/Guides.docc/"
  scenarios alphabet "$docs/graphs" "$docs/guides/Guides.docc/OperatorsFromAToZ.md"
  # Without the products, the front page has no links to them.
  if [ ! -s "$docs/integrations" ]; then
    sed -i.all '/^- ``\/Streams[A-Z]/d' "$docs/guides/Guides.docc/swift-streams.md"
    rm "$docs/guides/Guides.docc/swift-streams.md.all"
  fi
  "$docc" convert "$docs/guides/Guides.docc" "${dependencies[@]}" "${options[@]}" --fallback-display-name swift-streams \
    --fallback-bundle-identifier swift-streams.Guides --output-path "$docs/archives/Guides.doccarchive" 2>&1 | sed '/^$/d' ||
    { echo "The guides have faults."; return 1; }
  finish "$docs/site" "${SITE_PATH:-}"
}

# Makes the site $1 of the archives, and checks it; below the path $2, if one is named.
finish() {
  local site=$1 path=${2:-} docc module folder archives=("$docs/archives/Guides.doccarchive") checks=(--examples)
  docc=$(docc_tool)
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
  cp -R "$docs/laboratory" "$site/laboratory"
  swift "$here/Website/finish.swift" "$site" "$here/Website"
  swift "$here/Website/search.swift" "$site" "$docs/guides/Guides.docc" "$here/Website/search-names.txt"
  swift "$here/Website/link.swift" "$site" "$docs/neighbours.txt"
  while IFS=$'\t' read -r module folder; do
    checks+=("--without-examples=$module")
  done <"$docs/integrations"
  # shellcheck disable=SC2046
  swift "$here/Website/check.swift" "$site" "${checks[@]}" $(cut -f1 "$docs/modules")
  echo "The documentation of $(wc -l <"$docs/modules" | tr -d ' ') modules: $site/index.html"
}

case "${1:-}" in
  --below)
    rm -rf "$docs/below"
    mkdir -p "$docs/below"
    finish "$docs/below/${2:?Which path?}" "$2"
    ;;
  --diagrams)
    graphs
    scenarios write "$docs/graphs" "$docs/runs"
    ;;
  *) build "$@" ;;
esac
