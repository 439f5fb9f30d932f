import Foundation

/// The costs of a library before a program runs: building fifty pipelines, the size of the program, type-checking a
/// long chain, and the libraries linked by a program of one family. Each program is a package in a temporary folder.
struct Builds {
  /// One line of the report.
  struct Line: Encodable, CustomStringConvertible {
    let `case`: String
    let unit: String
    let streams: Double?
    let opencombine: Double?
    var note: String?

    var description: String {
      let figures = [("ours", streams), ("OpenCombine", opencombine)].compactMap { name, value in
        value.map { "\(name) \($0.formatted(.number.precision(.fractionLength($0 < 100 ? 1 : 0)))) \(unit)" }
      }
      return "\(`case`): " + (figures + (note.map { [$0] } ?? [])).joined(separator: ", ")
    }

    func json() throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  private enum Library: String, CaseIterable {
    case streams = "Streams"
    case openCombine = "OpenCombine"
  }

  func measure() throws -> [Line] {
    try withTemporaryFolder(measure)
  }

  private func measure(in folder: URL) throws -> [Line] {
    var results: [Library: (seconds: Double, bytes: Double, typeCheck: Double?)] = [:]
    for library in Library.allCases {
      let package = folder.appending(path: "program-of-\(library.rawValue.lowercased())")
      try writePackage(in: package, of: library.rawValue, main: "import \(library.rawValue)\n")
      _ = try run("swift", "build", "-c", "release", "--package-path", package.path())
      try write(pipelines(of: library), to: package.appending(path: "Sources/program/main.swift"))
      let seconds = try ContinuousClock().measure {
        _ = try run("swift", "build", "-c", "release", "--package-path", package.path())
      }
      let program = package.appending(path: ".build/release/program")
      _ = try run("strip", program.path())
      let bytes = try FileManager.default.attributesOfItem(atPath: program.path())[.size] as? Int ?? 0
      results[library] = (seconds / .seconds(1), Double(bytes), try typeCheck(library, in: package))
    }
    let ours = results[.streams]
    let theirs = results[.openCombine]
    return [
      Line(
        case: "release build of 50 pipelines", unit: "s", streams: ours?.seconds, opencombine: theirs?.seconds),
      Line(
        case: "program of 50 pipelines, stripped", unit: "kB", streams: ours.map { $0.bytes / 1000 },
        opencombine: theirs.map { $0.bytes / 1000 }),
      Line(
        case: "type-check of a chain of 16 operators", unit: "ms", streams: ours?.typeCheck,
        opencombine: theirs?.typeCheck, note: theirs?.typeCheck == nil ? "OpenCombine: refused after 30 s" : nil),
      try linked(in: folder.appending(path: "program-of-one-family")),
    ]
  }

  // MARK: Programs

  /// Chains of five operators from ten, each rotated by one, with closures of their own.
  private func pipelines(of library: Library) -> String {
    let operators = [
      ".map { $0 &+ NUMBER }", ".filter { $0 != NUMBER }", ".removeDuplicates()",
      ".compactMap { $0 > NUMBER ? $0 : nil }",
      ".dropFirst(2)", ".prefix(1000)", ".scan(0) { max($0, $1) }", ".first(where: { $0 > NUMBER })", ".collect(3)",
      ".count()",
    ]
    let chains = (0..<50).map { number -> String in
      let chain = (0..<4).map { operators[(number + $0) % 7] } + [operators[7 + number % 3]]
      return """
        func pipeline\(number)(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
          source\(chain.joined().replacing("NUMBER", with: "\(number)")).sink { value in print(value) }
        }
        """
    }
    let calls = (0..<50).map { "cancellables.append(pipeline\($0)(source))" }
    return """
      import \(library.rawValue)

      \(chains.joined(separator: "\n"))
      let source = PassthroughSubject<Int, Never>()
      var cancellables: [AnyCancellable] = []
      \(calls.joined(separator: "\n"))
      for number in 0..<10 { source.send(number) }

      """
  }

  private func typeCheck(_ library: Library, in package: URL) throws -> Double? {
    let operators = [
      ".map { $0 + 1 }", ".filter { $0 > 1 }", ".removeDuplicates()", ".scan(0) { max($0, $1) }",
      ".compactMap { $0 > 0 ? $0 : nil }", ".prefix(100)", ".dropFirst()", ".flatMap { Just($0) }",
    ]
    let chain = (operators + operators).joined(separator: " ")
    let file = package.appending(path: "Chain.swift")
    try write(
      "import \(library.rawValue)\nfunc chain(_ numbers: Range<Int>) {\n  _ = numbers.publisher \(chain)\n}\n", to: file
    )
    var modules = ["-I", package.appending(path: ".build/release/Modules").path()]
    if library == .openCombine {
      let helpers = package.appending(path: ".build/checkouts/OpenCombine/Sources/COpenCombineHelpers/include")
      modules += ["-I", helpers.path()]
    }
    let output = try? Command.run(
      "swiftc",
      ["-typecheck", "-swift-version", "5"] + modules + [
        "-Xfrontend", "-debug-time-expression-type-checking", "-Xfrontend", "-solver-expression-time-threshold=30",
        file.path(),
      ])
    // The slowest expression of the line: closures may be listed separately.
    return output?.split(separator: "\n").compactMap { line -> Double? in
      guard line.contains(":3:"), let end = line.range(of: "ms") else { return nil }
      return Double(line[..<end.lowerBound])
    }.max()
  }

  /// The libraries linked by a program that imports one family, besides the system's.
  private func linked(in package: URL) throws -> Line {
    try writePackage(
      in: package, of: "StreamMapping",
      main: "import StreamMapping\nlet cancellable = Just(1).map { $0 + 1 }.sink { print($0) }\n")
    _ = try run("swift", "build", "-c", "release", "--package-path", package.path())
    let program = package.appending(path: ".build/release/program")
    let libraries = try run("ldd", program.path()).split(separator: "\n")
      .compactMap { $0.split(whereSeparator: \.isWhitespace).first.map { String($0.split(separator: "/").last ?? $0) } }
      .filter { $0.hasPrefix("libswift") || $0.contains("oundation") || $0.contains("dispatch") }.sorted()
    let symbols = try run("nm", "-a", program.path())
    let modules = [
      "StreamCore", "StreamMapping", "StreamFiltering", "StreamTiming", "StreamSchedulers", "StreamURLSession",
    ]
    .filter { symbols.contains("\($0.count)\($0)") }
    _ = try run("strip", program.path())
    let bytes = try FileManager.default.attributesOfItem(atPath: program.path())[.size] as? Int ?? 0
    return Line(
      case: "program of StreamMapping alone, stripped", unit: "kB", streams: Double(bytes) / 1000, opencombine: nil,
      note: "of ours \(modules.joined(separator: ", ")); of the system \(libraries.joined(separator: ", "))")
  }

  // MARK: Files and processes

  private func writePackage(in folder: URL, of product: String, main: String) throws {
    let dependency =
      product == "OpenCombine"
      ? (#".package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0")"#, "OpenCombine")
      : (".package(name: \"swift-streams\", path: \"\(repository.path())\")", "swift-streams")
    try write(
      """
      // swift-tools-version: 6.2
      import PackageDescription
      let package = Package(
        name: "program", platforms: [.macOS(.v15)], dependencies: [\(dependency.0)],
        targets: [
          .executableTarget(
            name: "program", dependencies: [.product(name: "\(product)", package: "\(dependency.1)")])
        ],
        swiftLanguageModes: [.v5])

      """, to: folder.appending(path: "Package.swift"))
    try write(main, to: folder.appending(path: "Sources/program/main.swift"))
  }

  private func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  private func run(_ command: String, _ arguments: String...) throws -> String {
    try Command.run(command, arguments)
  }
}
