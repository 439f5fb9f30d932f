import BenchModel
import BenchReport
import Foundation

/// The costs of a library before a program runs: building fifty pipelines, the size of the program, type-checking a
/// long chain, and the libraries linked by a program of one family. Each program is a package in a temporary folder.
struct Builds {
  /// Whether the processor's time of all processes is measured instead of the clock's: for a busy machine.
  let isOfProcessor: Bool

  /// Each build is measured as often, and the median counts.
  private let rounds = 5

  func measure(_ show: (BuildFigure) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let ours = try fiftyPipelines(of: .streams, in: folder)
      let theirs = try fiftyPipelines(of: .openCombine, in: folder)
      // OpenCombine's subject serves its subscribers in no particular order.
      let printed = try [ours, theirs].map { try $0.run(.release).split(separator: "\n").sorted() }
      guard printed[0] == printed[1], printed[0].count > 50 else {
        throw Command.Failure(description: "The programs of the libraries print different values.")
      }
      try measureFiftyPipelines(ours, theirs, show)
      let refused = "OpenCombine: refused after 30 s"
      let chain = try (typeCheck(in: ours, of: .streams), typeCheck(in: theirs, of: .openCombine))
      try show(
        BuildFigure(
          .typeCheck, streams: chain.0 ?? .infinity, openCombine: chain.1, note: chain.1 == nil ? refused : ""))
      try show(oneFamily(in: folder.appending(path: "program-of-one-family")))
      let scratch = folder.appending(path: "toolkit").path()
      let seconds = try timed {
        try Command.run("swift", ["build", "--package-path", repository.path(), "--scratch-path", scratch])
      }
      try show(BuildFigure(.toolkit, streams: seconds))
    }
  }

  // MARK: Fifty pipelines

  private static let pipelines = repository.appending(path: "Benchmarks/Sources/FiftyPipelines/Program/main.swift")

  /// The package of the pipelines, with all that it depends on built.
  private func fiftyPipelines(of library: ClientPackage.Library, in folder: URL) throws -> ClientPackage {
    let package = try ClientPackage(
      in: folder.appending(path: "program-of-\(library.rawValue)"), of: library,
      products: library == .openCombine
        ? ["OpenCombine"] : ["StreamCore", "StreamFiltering", "StreamMapping", "StreamReducing"],
      program: try String(contentsOf: Self.pipelines, encoding: .utf8))
    for configuration in [ClientPackage.Configuration.debug, .release] { try package.build(configuration) }
    return package
  }

  private func measureFiftyPipelines(
    _ ours: ClientPackage, _ theirs: ClientPackage, _ show: (BuildFigure) throws -> Void
  ) throws {
    let text = try String(contentsOf: Self.pipelines, encoding: .utf8)
    func measured(_ configuration: ClientPackage.Configuration, from program: String) throws -> [Double] {
      var times: [[Double]] = [[], []]
      for round in 0..<rounds {
        for (index, package) in [ours, theirs].enumerated() {
          try package.write(program)
          try package.build(configuration)
          // Another line each time, so that nothing which was compiled before is found again.
          try package.write(
            text.replacing(".dropFirst(2).prefix(1000).count()", with: ".dropFirst(\(round + 3)).count()"))
          times[index].append(try timed { try package.build(configuration) })
        }
      }
      return times.map { $0.sorted()[rounds / 2] }
    }
    let release = try measured(.release, from: "\n")
    try show(BuildFigure(.release, streams: release[0], openCombine: release[1]))
    try show(BuildFigure(.stripped, streams: ours.strippedSize(), openCombine: theirs.strippedSize()))
    let debug = try measured(.debug, from: "\n")
    try show(BuildFigure(.debug, streams: debug[0], openCombine: debug[1]))
    let incremental = try measured(.debug, from: text)
    try show(BuildFigure(.incremental, streams: incremental[0], openCombine: incremental[1]))
  }

  // MARK: Single figures

  /// How long the compiler takes for a chain, in milliseconds; `nil` if it refuses.
  private func typeCheck(in package: ClientPackage, of library: ClientPackage.Library) throws -> Double? {
    let operators = [
      ".map { $0 + 1 }", ".filter { $0 > 1 }", ".removeDuplicates()", ".scan(0) { max($0, $1) }",
      ".compactMap { $0 > 0 ? $0 : nil }", ".prefix(100)", ".dropFirst()", ".flatMap { Just($0) }",
    ]
    let imports =
      library == .openCombine
      ? "import OpenCombine" : "import StreamCore; import StreamFiltering; import StreamMapping; import StreamReducing"
    let chain = (operators + operators).joined(separator: " ")
    let file = package.folder.appending(path: "Chain.swift")
    try "\(imports)\nfunc chain(_ numbers: Range<Int>) {\n  _ = numbers.publisher \(chain)\n}\n"
      .write(to: file, atomically: true, encoding: .utf8)
    let flags = try package.moduleFlags()
    let output = try? Command.run(
      "swiftc",
      ["-typecheck", "-swift-version", "5"] + flags + [
        "-Xfrontend", "-debug-time-expression-type-checking", "-Xfrontend", "-solver-expression-time-threshold=30",
        file.path(),
      ])
    // The slowest expression of the line: closures may be listed separately.
    return output?.split(separator: "\n").compactMap { line -> Double? in
      guard line.contains(":3:"), let end = line.range(of: "ms") else { return nil }
      return Double(line[..<end.lowerBound])
    }.max()
  }

  /// The program of one family, and the libraries that it links.
  private func oneFamily(in folder: URL) throws -> BuildFigure {
    let package = try ClientPackage(
      in: folder, of: .streams, products: ["StreamMapping"],
      program: "import StreamMapping\nlet cancellable = Just(1).map { $0 + 1 }.sink { print($0) }\n")
    try package.build(.release)
    let program = package.folder.appending(path: ".build/release/program").path()
    let libraries = try Command.run("ldd", [program]).split(separator: "\n")
      .compactMap { $0.split(whereSeparator: \.isWhitespace).first.map { String($0.split(separator: "/").last ?? $0) } }
      .filter { $0.hasPrefix("libswift") || $0.contains("oundation") || $0.contains("dispatch") }.sorted()
    let symbols = try Command.run("nm", ["-a", program])
    let modules = [
      "StreamCore", "StreamDiagnostics", "StreamParts", "StreamMapping", "StreamFiltering", "StreamTiming",
      "StreamSchedulers",
      "StreamURLSession",
    ]
    .filter { symbols.contains("\($0.count)\($0)") }
    return BuildFigure(
      .oneFamily, streams: try package.strippedSize(),
      note: "of ours \(modules.joined(separator: ", ")); of the system \(libraries.joined(separator: ", "))")
  }

  // MARK: Time

  private func timed(_ body: () throws -> Void) throws -> Double {
    guard isOfProcessor else { return try ContinuousClock().measure(body) / .seconds(1) }
    let start = secondsOfChildren()
    try body()
    return secondsOfChildren() - start
  }

  /// The processor's time of the processes that have ended.
  private func secondsOfChildren() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #else
      getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
  }
}
