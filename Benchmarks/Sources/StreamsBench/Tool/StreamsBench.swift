import ArgumentParser
import BenchModel
import BenchReport
import Foundation

extension Benchmark: ExpressibleByArgument {}
extension Contender: ExpressibleByArgument {}

@main
struct StreamsBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "streams-bench",
    abstract: "Measures the toolkit beside OpenCombine, async sequences and hand-written loops, in one run.")

  @Flag(help: "Print one JSON object per line instead of the table.")
  var json = false

  @Flag(help: "Print the names of the rows, and measure nothing.")
  var list = false

  @Flag(help: "Take under a minute: shorter turns, smaller sizes, and no builds.")
  var quick = false

  @Flag(
    help: """
      Exit with 1 if a row misses its goal (with --quick: 0.8 of it), or allocates more than it may. A row on the list of \
      misses is held to what it has reached.
      """)
  var check = false

  @Flag(help: "Count the toolkit's allocations per element, and measure nothing else.")
  var allocations = false

  @Flag(
    help: """
      Count the instructions of an element with callgrind, and measure nothing else. With --check, exit with 1 if a row takes \
      3 % more than recorded.
      """
  )
  var instructions = false

  @Flag(
    help: """
      Measure the builds of fifty pipelines with either library, the size of the programs and the like, and nothing else. \
      Exit with 1 above a goal.
      """
  )
  var builds = false

  @Flag(help: "Record the instructions that are counted, in Benchmarks/Instructions.json.")
  var update = false

  @Option(help: .hidden)
  var countedRow: Benchmark?

  @Flag(help: "Measure the rows that have goals in a debug build, at smaller sizes, and nothing else.")
  var debugRows = false

  @Flag(help: "Measure the processor's time of all threads instead of the clock's: for a busy machine.")
  var cpuTime = false

  @Option(help: "Measure only the rows whose name contains this text.")
  var filter: String?

  @Option(help: "Let only this contestant take part beside the toolkit; repeatable. For profiles.")
  var against: [Contender] = []

  @Flag(help: "Measure the toolkit alone, without its peers. For profiles.")
  var alone = false

  @Flag(help: "Measure how costs grow with elements, subscribers, stages and senders, and nothing else: ten minutes.")
  var growth = false

  @Flag(
    help: "Run all kinds of pipelines for some minutes, and exit with 1 if the memory has grown; measure nothing else.")
  var soak = false

  @Option(help: "How long the soak takes.")
  var minutes = 10.0

  @Option(help: "Draw the ratios into this file, as an SVG; with --growth, the costs against the sizes.")
  var plot: String?

  func validate() throws {
    #if DEBUG
      let isDebug = true
    #else
      let isDebug = false
    #endif
    if check, debugRows != isDebug, !instructions, !allocations, !builds {
      throw ValidationError("Goals are those of a release build, and with --debug-rows those of a debug build.")
    }
    if minutes <= 0 { throw ValidationError("A soak takes some time.") }
    if update, !instructions { throw ValidationError("--update records what --instructions counts.") }
  }

  func run() throws {
    if let countedRow { return CountedRun.run(countedRow) }
    if soak { return try runSoak() }
    let rows = Benchmark.allCases.filter { isWanted($0.rawValue) }
    let growths = Growth.allCases.filter { isWanted($0.rawValue) && !debugRows }
    if list {
      let contentions = Contention.allCases.filter { isWanted($0.rawValue) }
      for name in rows.map(\.rawValue) + growths.map(\.rawValue) + contentions.map(\.rawValue) { print(name) }
      return
    }
    if instructions {
      let faults = try InstructionCounter().run(rows, check: check, update: update, show: show)
      return try conclude([("Instructions", faults)])
    }
    if builds { return try conclude([("Above the goal of builds", try measureBuilds())], always: true) }
    let runner = Runner(
      rounds: quick ? 9 : 15, turn: .milliseconds(quick ? 2 : 10), contenders: contenders,
      isOfProcessor: cpuTime, isOfDebugBuild: debugRows)
    if allocations { return try countAllocations(of: rows, with: runner) }
    if growth { return try measureGrowth(with: runner) }
    if !json { show(Table.line(Table.header)) }
    var missed: [String] = []
    let measured = debugRows ? rows.filter { runner.hasGoalInDebug($0) } : rows
    let measurements = try measured.map { benchmark in
      let tolerance = quick && !benchmark.isHeldInFull ? 0.8 : 1
      let measurement = try undisturbed(tolerance) { try runner.measure(benchmark) }
      try report(measurement)
      if measurement.failsCheck(tolerance: tolerance) {
        missed.append(measurement.name)
      }
      if !json, measurement.isListedInVain { show("  It is on the list of misses, and reaches its goal.") }
      return measurement
    }
    let grown = try growths.flatMap { growth in
      try growth.usualSizes.map { size in
        let measurement = try undisturbed(quick ? 0.8 : 1) { try runner.measure(growth, size: size) }
        try report(measurement)
        return measurement
      }
    }
    missed += grown.filter { $0.failsCheck(tolerance: quick ? 0.8 : 1) }.map(\.name)
    if let plot { try Plot(measurements).svg.write(toFile: plot, atomically: true, encoding: .utf8) }
    let costly = isWanted("build") && !quick && !alone && !debugRows ? try measureBuilds() : []
    let allocating = measurements.filter { $0.allocations?.isExceeded ?? false }.map(\.name)
    try conclude([
      ("Too far from the goal", missed), ("More allocations than permitted", allocating),
      ("Above the goal of builds", costly), ("More memory than permitted", exceedingMemory(grown)),
    ])
  }

  /// Measures a row that a quick check finds too far from its goal up to three times: other work may hold up one.
  private func undisturbed(_ tolerance: Double, _ measure: () throws -> Row) rethrows -> Row {
    var row = try measure()
    for _ in 0..<2 where quick && check && row.failsCheck(tolerance: tolerance) { row = try measure() }
    return row
  }

  /// - Returns: The rows that fail the check.
  private func measureBuilds() throws -> [String] {
    var failing: [String] = []
    try Builds(isOfProcessor: cpuTime).measure { figure in
      show(json ? try figure.json() : figure.description)
      if figure.failsCheck { failing.append(figure.row.rawValue) }
      if !json, figure.isListedInVain { show("  It is on the list of misses, and reaches its goal.") }
    }
    return failing
  }

  private func countAllocations(of rows: [Benchmark], with runner: Runner) throws {
    var exceeding: [String] = []
    for row in rows {
      guard let counted = runner.allocations(of: row) else { continue }
      if counted.isExceeded { exceeding.append(row.rawValue) }
      show("\(row.rawValue): \(Table.figure(counted.perElement)), permitted \(Table.figure(counted.permitted))")
    }
    try conclude([("More allocations than permitted", exceeding)])
  }

  /// Names the rows that fail the check, if it is wanted, or made always.
  func conclude(_ faults: [(fault: String, names: [String])], always: Bool = false) throws {
    let faults = faults.filter { !$0.names.isEmpty }
    guard check || always, !faults.isEmpty else { return }
    for (fault, names) in faults {
      FileHandle.standardError.write(Data("\(fault):\n  \(names.joined(separator: "\n  "))\n".utf8))
    }
    throw ExitCode.failure
  }

  private var contenders: Set<Contender> {
    alone ? [] : debugRows ? [.openCombine] : against.isEmpty ? Set(Contender.allCases) : Set(against)
  }

  func isWanted(_ name: String) -> Bool {
    filter.map { name.localizedCaseInsensitiveContains($0) } ?? true
  }

  func report(_ measurement: Row) throws {
    show(json ? try measurement.json() : Table.line(measurement))
  }

  /// Prints a line and flushes it: a run takes a while.
  func show(_ line: String) {
    print(line)
    fflush(nil)
  }
}
