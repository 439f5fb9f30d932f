// Lists the library targets of a package that are in a product, as `name` tab `folder`, each after its dependencies.
// Run by Docs/build-docs.sh:
//   swift package describe --type json | swift Docs/library-modules.swift [--own]
// With --own only those that have a product of their name: others are parts of several.
import Foundation

struct Package: Decodable {
  struct Target: Decodable {
    var name: String
    var path: String
    var type: String
    var target_dependencies: [String]?
    var product_memberships: [String]?
  }

  var targets: [Target]
}

let package = try JSONDecoder().decode(Package.self, from: FileHandle.standardInput.readToEnd() ?? Data())
let isOwnNeeded = CommandLine.arguments.contains("--own")
let offered = package.targets.filter { target in
  guard target.type == "library", let products = target.product_memberships else { return false }
  return isOwnNeeded ? products.contains(target.name) : !products.isEmpty
}
let byName = Dictionary(uniqueKeysWithValues: offered.map { ($0.name, $0) })
var listed: Set<String> = []

func list(_ target: Package.Target) {
  guard listed.insert(target.name).inserted else { return }
  for dependency in (target.target_dependencies ?? []).sorted() {
    if let dependency = byName[dependency] { list(dependency) }
  }
  print("\(target.name)\t\(target.path)")
}

for target in offered.sorted(by: { $0.name < $1.name }) {
  list(target)
}
