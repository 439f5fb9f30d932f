import Foundation

/// A copy of the package in which every drawn mutant waits to be switched on.
struct InstrumentedTree {
  let root: String
  let package: PackageDescription

  /// Where the copy, its build and the logs are.
  let scratch: String

  private var tree: String { scratch + "/tree" }
  private let files = FileManager.default

  var testBinary: String { "\(tree)/.build/debug/\(package.name)PackageTests.xctest" }

  init(of package: PackageDescription, at root: String, scratch: String) {
    (self.package, self.root, self.scratch) = (package, root, scratch)
  }

  // MARK: Which mutants compile

  private static let switchSource = """
    #if canImport(Glibc)
      internal import Glibc
    #else
      internal import Darwin
    #endif

    private let active = getenv("MUTANT").flatMap { Int(String(cString: $0)) }

    public func mutantIsOn(_ id: Int) -> Bool { active == id }
    """

  /// Compiles each module of mutants beside the modules that the package's own build has made.
  ///
  /// - Returns: The mutants that compile.
  func compiling(_ mutants: [Mutant]) throws -> [Mutant] {
    let build = try run(["swift", "build", "--build-system", "native"], in: root)
    guard build.code == 0 else { throw Failure(build.output) }
    let answer = try run(["swift", "build", "--build-system", "native", "--show-bin-path"], in: root).output
    let folder = answer.split(separator: "\n").last.map(String.init) ?? ""
    try write(Array(Self.switchSource.utf8), to: scratch + "/switch/MutantSwitch.swift")
    let made = try run(
      ["swiftc", "-emit-module", "-parse-as-library", "-module-name", "MutantSwitch", "switch/MutantSwitch.swift"],
      in: scratch)
    guard made.code == 0 else { throw Failure(made.output) }
    let kept = Guarded<[Mutant]>([])
    let failures = Guarded<[String]>([])
    forEachInParallel(package.modules.map(\.name)) { module in
      do {
        let rest = try self.compiling(mutants.filter { $0.module == module }, in: module, modules: folder + "/Modules")
        kept.use { $0 += rest }
      } catch {
        failures.use { $0.append("\(module): \(error)") }
      }
    }
    try failures.use { guard $0.isEmpty else { throw Failure($0.joined(separator: "\n")) } }
    return kept.use { $0.sorted { $0.id < $1.id } }
  }

  private func compiling(_ mutants: [Mutant], in name: String, modules: String) throws -> [Mutant] {
    guard let module = package.modules.first(where: { $0.name == name }) else { return [] }
    var mutants = mutants
    let folder = "\(scratch)/check/\(name)"
    // What has been found out of the same sources and mutants is not found out again.
    let question = try module.sources.filter { $0.hasSuffix(".swift") }.map { "\(module.path)/\($0)" }
      .map { file in
        String(decoding: mutants.filter { $0.file == file }.instrument(try contents(of: file)), as: UTF8.self)
      }
    let answers = "\(scratch)/check/\(name).json"
    if let known = try? JSONDecoder().decode(Answer.self, from: Data(contentsOf: URL(fileURLWithPath: answers))),
      known.question == question
    {
      return mutants.filter { known.compiling.contains($0.id) }
    }
    let folderName = URL(fileURLWithPath: root).lastPathComponent.lowercased()
    let identity = String(folderName.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    while !mutants.isEmpty {
      try? files.removeItem(atPath: folder)
      var arguments: [String] = []
      for source in module.sources where source.hasSuffix(".swift") {
        let file = "\(module.path)/\(source)"
        let inside = mutants.filter { $0.file == file }
        if inside.isEmpty {
          arguments.append("\(root)/\(file)")
        } else {
          try write(inside.instrument(contents(of: file)), to: "\(folder)/\(file)")
          arguments.append("\(folder)/\(file)")
        }
      }
      let compiled = try run(
        [
          "swiftc", "-emit-sil", "-o", "/dev/null", "-wmo", "-Onone", "-parse-as-library", "-suppress-warnings",
          "-swift-version", "6", "-enable-upcoming-feature", "ExistentialAny", "-enable-upcoming-feature",
          "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility", "-enable-testing",
          "-package-name", identity, "-I", modules, "-I", scratch, "-module-name", name,
        ] + arguments, in: scratch)
      if compiled.code == 0 { break }
      let errors = Set(
        compiled.output.split(separator: "\n").compactMap { line -> String? in
          guard line.hasPrefix(folder), line.contains(": error:") else { return nil }
          return line.dropFirst(folder.count + 1).split(separator: ":").prefix(2).joined(separator: ":")
        })
      let dropped = Set(try errors.compactMap { try culprit(of: $0, among: mutants, in: folder) })
      guard !dropped.isEmpty else {
        throw Failure("An error that no mutant explains:\n\(compiled.output.prefix(4000))")
      }
      mutants.removeAll { dropped.contains($0.id) }
    }
    let answer = Answer(question: question, compiling: mutants.map(\.id))
    try write(Array(JSONEncoder().encode(answer)), to: answers)
    return mutants
  }

  private struct Answer: Codable {
    var question: [String]
    var compiling: [Int]
  }

  /// The mutant that stands in the line of an error, or the nearest.
  private func culprit(of error: String, among mutants: [Mutant], in folder: String) throws -> Int? {
    let parts = error.split(separator: ":").map(String.init)
    guard parts.count == 2, let line = Int(parts[1]) else { return nil }
    let lines = String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(parts[0])")), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    func distance(_ mutant: Mutant) -> Int {
      lines.indices.filter { lines[$0].contains("mutantIsOn(\(mutant.id))") }.map { abs($0 + 1 - line) }.min() ?? .max
    }
    return mutants.filter { $0.file == parts[0] }.min { distance($0) < distance($1) }?.id
  }

  // MARK: The copy

  /// With a main program of its own the package needs no index, in which tests of XCTest are looked for.
  private static let mainSource = """
    import Testing

    @main struct Runner {
      static func main() async { await Testing.__swiftPMEntryPoint() as Never }
    }
    """

  /// Writes the copy and builds it with its tests.
  func build(with mutants: [Mutant]) throws {
    let testTargets = package.modules.filter { $0.sources.count > 1 }.map { $0.name + "Tests" } + ["LawTests"]
    let names = package.modules.map { "\"\($0.name)\"" }.joined(separator: ", ")
    var copied: Set<String> = [".build"]
    for entry in try files.contentsOfDirectory(atPath: root) where !entry.hasPrefix(".") {
      for file in try self.filesBelow(entry) {
        copied.insert(file)
        var bytes = try contents(of: file)
        if file == "Package.swift" {
          bytes +=
            """

            package.targets.append(.target(name: "MutantSwitch", path: "MutantSwitch"))
            for target in package.targets where [\(names)].contains(target.name) { target.dependencies.append("MutantSwitch") }

            """.utf8
        }
        let inside = mutants.filter { $0.file == file }
        try write(inside.isEmpty ? bytes : inside.instrument(bytes), to: "\(tree)/\(file)")
      }
    }
    try write(Array(Self.switchSource.utf8), to: tree + "/MutantSwitch/MutantSwitch.swift")
    try write(Array(Self.mainSource.utf8), to: tree + "/Tests/LinuxMain.swift")
    copied.insert("Tests/LinuxMain.swift")
    try removeWhatIsGone(copied)
    // Warnings are of no interest here: what a mutant leaves unused is one. Nor are the tests of no module's own.
    let build = try run(
      [
        "env", "-u", "STREAMS_WARNINGS_AS_ERRORS", "swift", "build", "--build-system", "native", "--build-tests",
        "--disable-index-store", "-debug-info-format", "none",
      ], in: tree, environment: ["STREAMS_TEST_TARGETS": testTargets.joined(separator: " ")])
    guard build.code == 0 else { throw Failure("The copy does not build:\n" + build.output.suffix(6000)) }
  }

  private func removeWhatIsGone(_ copied: Set<String>) throws {
    for top in ["Sources", "Tests"] {
      for file in try filesBelow(top, of: tree) where !copied.contains(file) {
        try files.removeItem(atPath: "\(tree)/\(file)")
      }
    }
  }

  private func filesBelow(_ entry: String, of root: String? = nil) throws -> [String] {
    let folder = URL(fileURLWithPath: "\(root ?? self.root)/\(entry)")
    guard try folder.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else { return [entry] }
    let walk = files.enumerator(
      at: folder, includingPropertiesForKeys: [.isRegularFileKey], options: [.skipsHiddenFiles])
    return walk?.compactMap { element in
      guard let file = element as? URL, (try? file.resourceValues(forKeys: [.isRegularFileKey]))?.isRegularFile == true
      else { return nil }
      return entry + file.path.dropFirst(folder.path.count)
    } ?? []
  }

  private func contents(of file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(file)")))
  }

  /// Leaves a file alone that is as it should be, so that it is not compiled again.
  private func write(_ bytes: [UInt8], to path: String) throws {
    let data = Data(bytes)
    if files.contents(atPath: path) == data { return }
    try files.createDirectory(
      at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: URL(fileURLWithPath: path))
  }
}
