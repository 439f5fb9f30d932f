import Foundation

/// A package of one program, which depends on one of the libraries.
struct ClientPackage {
  enum Library: String, CaseIterable {
    case streams = "swift-streams"
    case openCombine = "OpenCombine"

    fileprivate var dependency: String {
      switch self {
      case .streams: ".package(name: \"swift-streams\", path: \"\(repository.path())\")"
      case .openCombine: ".package(url: \"https://github.com/OpenCombine/OpenCombine\", exact: \"0.14.0\")"
      }
    }
  }

  enum Configuration: String {
    case debug, release
  }

  let folder: URL

  private var source: URL { folder.appending(path: "Sources/program/main.swift") }

  /// Writes the package in a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made.
  ///   - library: The library.
  ///   - products: The products of the library that the program imports.
  ///   - program: The text of the program.
  /// - Throws: What the file system says.
  init(in folder: URL, of library: Library, products: [String], program: String) throws {
    self.folder = folder
    let dependencies = products.map { ".product(name: \"\($0)\", package: \"\(library.rawValue)\")" }
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "program", platforms: [.macOS(.v15)], dependencies: [\(library.dependency)],
        targets: [
          .executableTarget(
            name: "program", dependencies: [\(dependencies.joined(separator: ", "))],
            swiftSettings: \(library == .openCombine ? "[.define(\"PEER\")]" : "[]"))
        ],
        swiftLanguageModes: [.v6])

      """
    try FileManager.default.createDirectory(at: source.deletingLastPathComponent(), withIntermediateDirectories: true)
    try manifest.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
    try write(program)
  }

  func write(_ program: String) throws {
    try program.write(to: source, atomically: true, encoding: .utf8)
  }

  func build(_ configuration: Configuration) throws {
    try Command.run("swift", ["build", "-c", configuration.rawValue, "--package-path", folder.path()])
  }

  func run(_ configuration: Configuration) throws -> String {
    try Command.run(folder.appending(path: ".build/\(configuration.rawValue)/program").path(), [])
  }

  /// The size of the program of a release build without its symbols, in thousands of bytes.
  func strippedSize() throws -> Double {
    let stripped = folder.appending(path: "stripped").path()
    try Command.run("strip", ["-o", stripped, folder.appending(path: ".build/release/program").path()])
    let bytes = try FileManager.default.attributesOfItem(atPath: stripped)[.size] as? Int ?? 0
    return Double(bytes) / 1000
  }

  /// What the compiler needs in order to find the modules of a release build.
  func moduleFlags() throws -> [String] {
    let build = folder.appending(path: ".build/release")
    let maps = try Command.run("find", ["-L", build.path(), "-name", "*.modulemap", "-path", "*.build/*"])
    return ["-I", build.appending(path: "Modules").path()]
      + maps.split(separator: "\n").flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }
}
