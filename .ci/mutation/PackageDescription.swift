import Foundation

/// The modules of a package that have tests of their own.
struct PackageDescription: Decodable {
  struct Target: Decodable {
    var name: String
    var type: String
    var path: String
    var sources: [String]
  }

  var name: String
  var targets: [Target]

  init(of root: String) throws {
    let process = try run(["swift", "package", "describe", "--type", "json"], in: root)
    guard let start = process.output.firstIndex(of: "{") else { throw Failure(process.output) }
    self = try JSONDecoder().decode(Self.self, from: Data(process.output[start...].utf8))
  }

  var modules: [Target] {
    targets.filter { module in
      module.type == "library" && targets.contains { $0.type == "test" && $0.name == module.name + "Tests" }
    }
  }
}
