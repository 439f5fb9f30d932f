import BenchAsyncStreams
import BenchFloor
package import BenchModel
import BenchOpenCombine
import BenchStreams

/// Runs contestants in turns, A B C A B C, so that other load on the machine affects them equally.
package struct Runner: Sendable {
  /// The number of turns of each.
  package var rounds: Int

  /// The minimum duration of a turn: a faster pipeline runs several times.
  package var turn: Duration

  /// The contestants; the toolkit is always included.
  package var contenders: Set<Contender>

  private let work = Work(salt: opaque(Int(1)))

  package struct Disagreement: Error, CustomStringConvertible {
    package var description: String
  }

  package init(rounds: Int, turn: Duration, contenders: Set<Contender>) {
    self.rounds = rounds
    self.turn = turn
    self.contenders = contenders.union([.streams])
  }

  package func measure(_ benchmark: Benchmark) throws -> Row {
    let programs = programs { $0.program(benchmark, work) }
    guard !benchmark.isOfMemory else {
      let bytes = programs.map { $0.map { Double($0(benchmark.elements)) / Double(benchmark.elements) } }
      return Row(name: benchmark.rawValue, goal: benchmark.goal, isOfMemory: true, figures: bytes)
    }
    let figures = try nanoseconds(programs, of: benchmark.rawValue, elements: benchmark.elements)
    return Row(name: benchmark.rawValue, goal: benchmark.goal, isOfMemory: false, figures: figures)
  }

  package func measure(_ growth: Growth, size: Int) throws -> Row {
    // Runs of minutes would not add information.
    let isLong = size > 1_000_000
    let programs = Contender.allCases.map { contender in
      contenders.contains(contender) && (!isLong || contender == .streams || contender == .floor)
        ? contender.contestant.program(growth, size: size, work) : nil
    }
    let elements =
      switch growth {
      case .sequenceElements, .subjectElements: size
      case .subjectSubscribers, .subscribing: max(10_000, size)
      }
    let name = "\(growth.rawValue): \(size)"
    let figures = try nanoseconds(programs, of: name, elements: elements)
    return Row(name: name, goal: Benchmark.Goal(), isOfMemory: false, figures: figures)
  }

  private func programs(_ program: (any Contestant) -> Program?) -> [Program?] {
    Contender.allCases.map { contenders.contains($0) ? program($0.contestant) : nil }
  }

  /// - Returns: Each contestant's median time per element.
  private func nanoseconds(_ programs: [Program?], of name: String, elements: Int) throws -> [Double?] {
    // The first run warms up, determines the repetitions per turn, and yields the result that all must compute.
    let repeats = try agreeing(programs.map { $0.map { program in timed { program(elements) } } }, on: name)
      .map { $0.map { max(1, Int((turn / $0).rounded(.up))) } }
    var times = [[Double]](repeating: [], count: programs.count)
    for _ in 0..<rounds {
      for (index, program) in programs.enumerated() {
        guard let program, let repeats = repeats[index] else { continue }
        let time = timed { (0..<repeats).reduce(0) { sum, _ in sum &+ program(elements) } }.time
        times[index].append(time / .nanoseconds(1) / Double(repeats * elements))
      }
    }
    return times.map { $0.isEmpty ? nil : $0.sorted()[$0.count / 2] }
  }

  private func timed(_ body: () -> Int) -> (time: Duration, result: Int) {
    var result = 0
    let time = ContinuousClock().measure { result = body() }
    return (max(time, .nanoseconds(1)), result)
  }

  private func agreeing(_ runs: [(time: Duration, result: Int)?], on name: String) throws -> [Duration?] {
    let results = zip(Contender.allCases, runs).compactMap { contender, run in run.map { (contender, $0.result) } }
    guard Set(results.map(\.1)).count <= 1 else {
      throw Disagreement(
        description: "The contestants disagree on \(name): "
          + results.map { "\($0.0.rawValue) \($0.1)" }.joined(separator: ", "))
    }
    return runs.map { $0?.time }
  }
}

/// The contestants, in the order of their turns.
package enum Contender: String, CaseIterable {
  case streams, floor
  case openCombine = "opencombine"
  case asyncAlgorithms = "asyncalgorithms"

  var contestant: any Contestant {
    switch self {
    case .streams: BenchStreams.Library()
    case .floor: Floor()
    case .openCombine: BenchOpenCombine.Library()
    case .asyncAlgorithms: AsyncStreams()
    }
  }
}
