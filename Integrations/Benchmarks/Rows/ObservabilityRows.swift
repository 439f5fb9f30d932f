internal import Logging
internal import StreamCore
internal import StreamMapping
internal import StreamsLog
internal import StreamsMetrics
internal import StreamsTracing

/// Operators that are switched off, in the middle of a pipeline, beside the pipeline without them.
func observabilityRows(quick: Bool) -> [Row] {
  let count = quick ? 2_000_000 : 10_000_000
  var logger = Logger(label: "bench")
  logger.logLevel = .critical
  let quiet = logger

  func row(_ name: String, _ library: String, _ ours: @escaping @Sendable () -> Int) -> Row {
    Row(
      name: "\(name), switched off", library: library, unit: "value", count: count, goal: 0.83, ours: ours,
      bare: { sendAll(count) { $0.map { $0 &+ 1 } } })
  }
  return [
    row("log", "swift-log") { sendAll(count) { $0.log("bench", to: quiet).map { $0 &+ 1 } } },
    row("meter", "swift-metrics") { sendAll(count) { $0.meter("bench").map { $0 &+ 1 } } },
    row("meterBuffered", "swift-metrics") {
      sendAll(count) { $0.meterBuffered("bench") { $0 }.map { $0 &+ 1 } }
    },
    row("trace", "swift-distributed-tracing") { sendAll(count) { $0.trace("bench").map { $0 &+ 1 } } },
  ]
}

/// Sends values through a pipeline.
///
/// - Returns: How many have come.
// Always inlined, as a program's own pipeline would be written out.
@inline(__always)
private func sendAll<P: Publisher>(_ count: Int, _ apply: (PassthroughSubject<Int, Never>) -> P) -> Int
where P.Output == Int, P.Failure == Never {
  let subject = PassthroughSubject<Int, Never>()
  let sum = Count()
  let cancellable = apply(subject).sink { [sum] value in sum.value &+= value }
  for _ in 0..<count { subject.send(0) }
  cancellable.cancel()
  return sum.value
}
