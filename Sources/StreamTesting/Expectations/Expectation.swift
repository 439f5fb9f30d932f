internal import StreamCore

/// An expectation about a publisher's signals: how long to wait, what counts as met, and the message if not.
struct Expectation<Output, Failure: Error> {
  typealias Account = SignalCollector<Output, Failure>.Account

  /// The helper's name in messages.
  let name: String

  /// The expected outcome, as `Expected …`.
  let wish: String

  /// The number of values that ends the wait.
  var decidingCount = Int.max

  let seconds: Double
  let site: CallSite

  /// Returns the fault in the received signals, or `nil`. Called with a completion, or with the deciding number of
  /// values.
  let fault: (Account) -> String?

  /// Subscribes, and blocks the thread until the outcome is known.
  func blocking<P: Publisher<Output, Failure>>(_ publisher: P) -> (account: Account, isMet: Bool) {
    let collector = SignalCollector<Output, Failure>(decidingCount: decidingCount, seconds: seconds)
    publisher.subscribe(collector)
    let (account, passage) = collector.wait()
    return (account, judge(account, passage))
  }

  /// Subscribes, and suspends the task until the outcome is known.
  func suspending<P: Publisher<Output, Failure>>(
    _ publisher: P, isolation: isolated (any Actor)?
  ) async -> (account: Account, isMet: Bool) {
    let collector = SignalCollector<Output, Failure>(decidingCount: decidingCount, seconds: seconds)
    publisher.subscribe(collector)
    let (account, passage) = await collector.wait(isolation: isolation)
    return (account, judge(account, passage))
  }

  private func judge(_ account: Account, _ passage: Gate.Passage) -> Bool {
    let isDecided = account.completion != nil || account.values.count == decidingCount
    guard let fault = isDecided ? fault(account) : tardiness(passage) else { return true }
    FailureReporter.report("\(name): expected \(wish), but \(fault). \(received(account))", at: site)
    return false
  }

  private func tardiness(_ passage: Gate.Passage) -> String {
    switch passage {
    case .cancelled: "the test was cancelled while waiting"
    case .opened, .timedOut: "timed out after \(seconds) s"
    }
  }

  private func received(_ account: Account) -> String {
    let values = account.values
    // Of many values show the first and the last few, to keep the message readable.
    let shown = values.count <= 20 ? values.map { String(reflecting: $0) } : abridged(values)
    let count = values.isEmpty ? "No values" : values.count == 1 ? "1 value" : "\(values.count) values"
    return "\(count) came\(values.isEmpty ? "" : ": ")\(shown.joined(separator: ", "))."
  }

  private func abridged(_ values: [Output]) -> [String] {
    values.prefix(10).map { String(reflecting: $0) } + ["(\(values.count - 15) more)"]
      + values.suffix(5).map { String(reflecting: $0) }
  }
}

// MARK: The expectations, for the blocking and the suspending form

extension Expectation {
  static func completion(within seconds: Double, at site: CallSite) -> Self {
    Self(name: "expectsCompletion", wish: "the publisher to finish", seconds: seconds, site: site) { account in
      account.failure.map { "it failed with \(String(reflecting: $0))" }
    }
  }

  static func failure(within seconds: Double, at site: CallSite) -> Self {
    Self(name: "expectsFailure", wish: "the publisher to fail", seconds: seconds, site: site) { account in
      account.failure == nil ? "it finished" : nil
    }
  }

  static func one(within seconds: Double, at site: CallSite) -> Self {
    Self(name: "expectsOne", wish: "one value and the finish", decidingCount: 2, seconds: seconds, site: site) {
      account in
      if account.values.count > 1 { return "a second value came" }
      if let failure = account.failure { return "it failed with \(String(reflecting: failure))" }
      return account.values.isEmpty ? "it finished without a value" : nil
    }
  }

  static func all(within seconds: Double, at site: CallSite) -> Self {
    Self(name: "expectsAll", wish: "values and the finish", seconds: seconds, site: site) { account in
      account.failure.map { "it failed with \(String(reflecting: $0))" }
    }
  }

  static func atLeast(_ count: Int, within seconds: Double, at site: CallSite) -> Self {
    precondition(count > 0, "`count` must be positive.")
    let wish = count == 1 ? "at least 1 value" : "at least \(count) values"
    return Self(name: "expectsAtLeast", wish: wish, decidingCount: count, seconds: seconds, site: site) { account in
      if account.values.count >= count { return nil }
      return account.failure.map { "it failed with \(String(reflecting: $0))" } ?? "it finished"
    }
  }
}

extension SignalCollector.Account {
  /// The error of the completion, if it is a failure.
  var failure: Failure? {
    if case .failure(let error) = completion { error } else { nil }
  }
}
