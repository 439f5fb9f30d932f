package import BenchModel
import Foundation

/// Runs contestants in turns, A B C A B C, so that other load on the machine affects them equally.
package struct Runner: Sendable {
  /// The number of turns of each.
  package var rounds: Int

  /// The minimum duration of a turn: a faster pipeline runs several times.
  package var turn: Duration

  /// The contestants; the toolkit is always included.
  package var contenders: Set<Contender>

  /// Whether the processor's time is measured, of all threads, instead of the clock's: it is much the same on a busy
  /// machine.
  package var isOfProcessor: Bool

  /// Whether rows have the sizes and the goals of a debug build.
  package var isOfDebugBuild: Bool

  let work = Work(salt: opaque(Int(1)))

  package struct Disagreement: Error, CustomStringConvertible {
    package var description: String
  }

  package init(
    rounds: Int, turn: Duration, contenders: Set<Contender>, isOfProcessor: Bool = false, isOfDebugBuild: Bool = false
  ) {
    self.isOfDebugBuild = isOfDebugBuild
    self.isOfProcessor = isOfProcessor
    self.rounds = rounds
    self.turn = turn
    self.contenders = contenders.union([.streams])
  }

  /// Whether a contestant has the row's operators.
  package func has(_ contender: Contender, _ benchmark: Benchmark) -> Bool {
    contender.contestant.program(benchmark, work) != nil
  }

  /// Whether a row is measured in a debug build: it takes time, and OpenCombine or a reference has it.
  package func hasGoalInDebug(_ benchmark: Benchmark) -> Bool {
    !benchmark.isOfMemory && (benchmark.goalInDebug.ofReference != nil || has(.openCombine, benchmark))
  }

  package func measure(_ benchmark: Benchmark) throws -> Row {
    let programs = programs { $0.program(benchmark, work) }
    guard !benchmark.isOfMemory else {
      let bytes = programs.map { $0.map { Double($0(benchmark.elements)) / Double(benchmark.elements) } }
      return Row(
        name: benchmark.rawValue, goal: benchmark.goal, reached: benchmark.reached, isOfMemory: true, figures: bytes,
        allocations: allocations(of: benchmark))
    }
    if isOfDebugBuild { return try measureInDebug(benchmark, programs) }
    let reference = reference(of: benchmark)
    let figures = try nanoseconds(
      programs, of: benchmark.rawValue, elements: benchmark.elements, reference: reference)
    return Row(
      name: benchmark.rawValue, goal: benchmark.goal, reached: benchmark.reached, isOfMemory: false,
      figures: Array(figures.dropLast()),
      reference: figures.last ?? nil, allocations: allocations(of: benchmark))
  }

  private func reference(of benchmark: Benchmark) -> Program? {
    benchmark.reference.flatMap { Contender.streams.contestant.program($0, work) }
  }

  private func measureInDebug(_ benchmark: Benchmark, _ programs: [Program?]) throws -> Row {
    let goal = benchmark.goalInDebug
    let reference = goal.ofReference == nil ? nil : reference(of: benchmark)
    let figures = try nanoseconds(
      programs, of: benchmark.rawValue, elements: benchmark.elementsInDebug, reference: reference)
    return Row(
      name: benchmark.rawValue, goal: goal, reached: benchmark.reachedInDebug, isOfMemory: false,
      figures: Array(figures.dropLast()), reference: figures.last ?? nil)
  }

  /// Counts the allocations of the toolkit's pipeline; `nil` where they are not counted.
  package func allocations(of benchmark: Benchmark) -> Allocations? {
    guard let program = Contender.streams.contestant.program(benchmark, work) else { return nil }
    _ = opaque(program(benchmark.elements))
    return Allocations.counted(
      in: program, elements: benchmark.elements, permitted: benchmark.permittedAllocations)
  }

  private func programs(_ program: (any Contestant) -> Program?) -> [Program?] {
    Contender.allCases.map { contenders.contains($0) ? program($0.contestant) : nil }
  }

  /// - Parameters:
  ///   - contestants: The pipelines.
  ///   - name: The name of the row.
  ///   - elements: The number of elements per run.
  ///   - rounds: The number of turns, if they are not those of all rows.
  ///   - reference: Another pipeline, which takes its turns with them.
  ///   - referenceElements: Its number of elements per run, if it is another.
  /// - Returns: Each contestant's median time per element, and that of the reference.
  /// - Throws: A ``Disagreement``, if the contestants compute different results.
  func nanoseconds(
    _ contestants: [Program?], of name: String, elements: Int, rounds: Int? = nil, reference: Program? = nil,
    referenceElements: Int? = nil
  ) throws -> [Double?] {
    // The first run warms up, determines the repetitions per turn, and yields the result that all must compute, except
    // for the reference, which is another pipeline.
    let programs = contestants + [reference]
    let counts = contestants.map { _ in elements } + [referenceElements ?? elements]
    let runs = zip(programs, counts).map { program, count in program.map { program in timed { program(count) } } }
    try checkAgreement(of: Array(runs.dropLast()), on: name)
    let repeats = runs.map { $0.map { max(1, Int((turn / $0.time).rounded(.up))) } }
    var times = [[Double]](repeating: [], count: programs.count)
    for _ in 0..<(rounds ?? self.rounds) {
      for (index, program) in programs.enumerated() {
        guard let program, let repeats = repeats[index] else { continue }
        let time = timed { (0..<repeats).reduce(0) { sum, _ in sum &+ program(counts[index]) } }.time
        times[index].append(time / .nanoseconds(1) / Double(repeats * counts[index]))
      }
    }
    return times.map(Self.median)
  }

  /// The median; `nil` of nothing.
  static func median(_ figures: [Double]) -> Double? { figures.isEmpty ? nil : figures.sorted()[figures.count / 2] }

  func timed<Result>(_ body: () -> Result) -> (time: Duration, result: Result) {
    let result: Result
    let time: Duration
    if isOfProcessor {
      let start = processorTime()
      result = body()
      time = processorTime() - start
    } else {
      let start = ContinuousClock.now
      result = body()
      time = ContinuousClock.now - start
    }
    return (max(time, .nanoseconds(1)), result)
  }

  private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  func checkAgreement(of runs: [(time: Duration, result: Int)?], on name: String) throws {
    let results = zip(Contender.allCases, runs).compactMap { contender, run in run.map { (contender, $0.result) } }
    guard Set(results.map(\.1)).count <= 1 else {
      throw Disagreement(
        description: "The contestants disagree on \(name): "
          + results.map { "\($0.0.rawValue) \($0.1)" }.joined(separator: ", "))
    }
  }
}
