internal import CoreMetrics
internal import IntegrationParts
internal import StreamCore
internal import Synchronization

/// Counts and measures the signals of one subscription.
final class MetricsWatch<Input, Failure: Error>: SignalWatch {
  private let subscriptions: Counter?
  private let active: Meter?
  private let values: Counter?
  private let demand: Counter?
  private let unlimited: Counter?
  private let ends: (finished: Counter, failures: Counter, cancels: Counter)?
  private let durations: Timer?
  private let intervals: Timer?
  private let clock: NanosecondClock
  private let isPerValue: Bool

  /// The time of the value before; ``none`` if there was none. Values are serial, but from any thread.
  private let former = Atomic(MetricsWatch.none)
  private static var none: Int64 { .min }

  init(_ signals: MeteredSignals, metrics: NamedMetrics, clock: NanosecondClock) {
    func made<Metric>(_ signal: MeteredSignals, _ make: (NamedMetrics) -> Metric) -> Metric? {
      signals.contains(signal) ? make(metrics) : nil
    }
    subscriptions = made(.subscriptions) { $0.counter("streams.subscriptions") }
    active = made(.subscriptions) { $0.meter("streams.active") }
    values = made(.values) { $0.counter("streams.values") }
    demand = made(.demand) { $0.counter("streams.demand") }
    unlimited = made(.demand) { $0.counter("streams.demand.unlimited") }
    ends = made(.ends) {
      ($0.counter("streams.finished"), $0.counter("streams.failures"), $0.counter("streams.cancels"))
    }
    durations = made(.durations) { $0.timer("streams.value.duration") }
    intervals = made(.intervals) { $0.timer("streams.value.interval") }
    self.clock = clock
    isPerValue = signals.isPerValue
  }

  func subscription(_ pass: () -> Void) {
    subscriptions?.increment()
    active?.increment()
    pass()
  }

  func request(_ demand: Subscribers.Demand, _ pass: () -> Void) {
    count(demand)
    pass()
  }

  func value(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand {
    let more = isPerValue ? measure(input, pass) : pass(input)
    if more != .none { count(more) }
    return more
  }

  private func measure(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand {
    values?.increment()
    guard durations != nil || intervals != nil else { return pass(input) }
    let start = clock.now()
    let former = former.exchange(start, ordering: .relaxed)
    if former != Self.none { intervals?.recordNanoseconds(start - former) }
    defer { durations?.recordNanoseconds(clock.now() - start) }
    return pass(input)
  }

  func completion(_ completion: Subscribers.Completion<Failure>, _ pass: () -> Void) {
    switch completion {
    case .finished: ends?.finished.increment()
    case .failure: ends?.failures.increment()
    }
    active?.decrement()
    pass()
  }

  func cancel(_ pass: () -> Void) {
    ends?.cancels.increment()
    active?.decrement()
    pass()
  }

  private func count(_ demand: Subscribers.Demand) {
    if let max = demand.max { self.demand?.increment(by: max) } else { unlimited?.increment() }
  }
}
