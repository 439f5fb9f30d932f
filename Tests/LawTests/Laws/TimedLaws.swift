import StreamTesting
import Streams

/// Elements at irregular times: of a source that sends one a second, one or three seconds apart.
@Sendable private func isIrregular(_ number: Int) -> Bool { [0, 1, 4].contains(number % 5) }

/// What operators with a timer deliver at which time of virtual time, by their models.
let timedLaws = LawTable.laws(of: "Timing") { laws in
  // Neither has a multiple that is a whole second below a thousand.
  for interval in [1_307, 2_603] {
    let stride = VirtualTime.Stride.milliseconds(interval)
    laws.timed("debounce", interval, .debounce(interval)) { $0.debounce(for: stride, scheduler: $1.scheduler) }
    laws.timed("debounceKeepingLast", interval, .debounce(interval, keepingLast: true), in: .timed.finishing) {
      $0.debounceKeepingLast(for: stride, scheduler: $1.scheduler)
    }
    laws.timed("throttle", interval, .throttle(interval, latest: true)) {
      $0.throttle(for: stride, scheduler: $1.scheduler, latest: true)
    }
    laws.timed("throttle", interval, .throttle(interval, latest: false)) {
      $0.throttle(for: stride, scheduler: $1.scheduler, latest: false)
    }
    laws.timed("throttleFirst", interval, .throttleFirst(interval)) {
      $0.throttleFirst(for: stride, scheduler: $1.scheduler)
    }
    laws.timed("sample", interval, .sample(interval)) { $0.sample(every: stride, scheduler: $1.scheduler) }
    laws.timed("sample", interval, .sample(interval, keepingLast: true), in: .timed.finishing) { source, run in
      source.sample(on: Publishers.interval(stride, scheduler: run.scheduler).setFailureType(to: TestError.self))
    }
    laws.timed("timeout", interval, .timeout(interval)) { $0.timeout(stride, scheduler: $1.scheduler) }
    laws.timed("idleHeartbeat", interval, .idleHeartbeat(interval), in: .timed.ending) {
      $0.idleHeartbeat(every: stride, scheduler: $1.scheduler) { -1 }
    }
    laws.timed("prefix", interval, .prefix(interval)) { $0.prefix(for: stride, scheduler: $1.scheduler) }
    laws.timed("dropFirst", interval, .dropFirst(interval)) { $0.dropFirst(for: stride, scheduler: $1.scheduler) }
  }
}

extension LawTable {
  /// Adds a law of the elements of an operator, and of their times.
  fileprivate func timed<P: Publisher>(
    _ name: String, _ interval: Int, _ model: TimedModel, in space: LawSpace = .timed, line: UInt = #line,
    _ pipeline: @escaping @Sendable (Publishers.Filter<Law.Upstream>, LawRun) -> P
  ) {
    add(
      "\(name) for \(interval) ms, by its model", of: name, .timed(model, of: isIrregular), in: space.eager.upTo(257),
      line: line
    ) { source, run in pipeline(source.filter(isIrregular), run) }
  }
}
