internal import IntegrationParts
internal import Logging
internal import StreamCore

/// Where a log event says that it comes from.
struct LogSite: Sendable {
  let file: String
  let function: String
  let line: UInt
}

/// Logs the signals of one subscription.
struct LogWatch<Input, Failure: Error>: SignalWatch {
  private let label: String
  private let logger: Logger
  private let level: Logger.Level
  private let failureLevel: Logger.Level
  private let logged: LoggedSignals
  private let describe: @Sendable (Input) -> String
  private let site: LogSite

  init<Upstream>(_ publisher: LogPublisher<Upstream>, logging logged: LoggedSignals)
  where Upstream.Output == Input, Upstream.Failure == Failure {
    label = publisher.label
    logger = publisher.logger
    level = publisher.level
    failureLevel = publisher.failureLevel
    describe = publisher.describe
    site = publisher.site
    self.logged = logged
  }

  func subscription(_ pass: () -> Void) {
    log(.subscription, "subscription")
    pass()
  }

  func request(_ demand: Subscribers.Demand, _ pass: () -> Void) {
    log(demand)
    pass()
  }

  func value(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand {
    log(.values, "value", ["value": "\(describe(input))"])
    let more = pass(input)
    if more != .none { log(more) }
    return more
  }

  func completion(_ completion: Subscribers.Completion<Failure>, _ pass: () -> Void) {
    switch completion {
    case .finished: log(.finished, "finished")
    case .failure(let error): log(.failure, "failure", at: failureLevel, error: error)
    }
    pass()
  }

  func cancel(_ pass: () -> Void) {
    log(.cancel, "cancel")
    pass()
  }

  private func log(_ demand: Subscribers.Demand) {
    log(.demand, "request", ["demand": demand.max.map { "\($0)" } ?? "unlimited"])
  }

  /// The metadata are made only if the signal is logged.
  private func log(
    _ signal: LoggedSignals, _ name: String, _ metadata: @autoclosure () -> Logger.Metadata = [:],
    at level: Logger.Level? = nil, error: (any Error)? = nil
  ) {
    guard logged.contains(signal) else { return }
    logger.log(
      level: level ?? self.level, "\(label): \(name)", error: error, metadata: metadata(), file: site.file,
      function: site.function, line: site.line)
  }
}
