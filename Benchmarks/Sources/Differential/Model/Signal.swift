/// The failure of every stream of a scenario.
package struct Fault: Error, Hashable, CustomStringConvertible {
  package let code: Int

  package init(code: Int) {
    self.code = code
  }

  package var description: String { "fault \(code)" }
}

/// A signal of a publisher.
package enum Signal: Hashable, Sendable, CustomStringConvertible {
  case value(Int)
  case finished
  case failure(Fault)

  package var isEnd: Bool {
    if case .value = self { false } else { true }
  }

  package var description: String {
    switch self {
    case .value(let value): "\(value)"
    case .finished: "finished"
    case .failure(let fault): "\(fault)"
    }
  }
}

/// A demand that both libraries can express.
package enum Amount: Hashable, Sendable, CustomStringConvertible {
  case max(Int)
  case unlimited

  package static let none = Amount.max(0)

  package var description: String {
    switch self {
    case .max(let count): "\(count)"
    case .unlimited: "unlimited"
    }
  }

  /// A smaller demand, for shrinking.
  var smaller: Amount? {
    switch self {
    case .unlimited: .max(9)
    case .max(let count): count > 0 ? .max(count - 1) : nil
    }
  }
}

/// An event in the trace of a scenario.
package enum Event: Hashable, Sendable, CustomStringConvertible {
  /// A step of the timeline begins.
  case step(Int)
  /// Downstream has received its subscription.
  case subscription
  /// Downstream has received a signal.
  case received(Signal)
  /// The n-th subscription to a scripted source is created, requested from (by a request or a returned demand), or
  /// cancelled.
  case subscribed(source: Int, Int)
  case requested(source: Int, Int, Amount)
  case cancelled(source: Int, Int)
  /// It sends its completion.
  case ended(source: Int, Int)
  /// A line from a stage that observes the stream.
  case said(stage: Int, String)
  /// A stage breaks a rule; the violation is not forwarded.
  case broke(Breach, Place)

  package var description: String {
    switch self {
    case .step(let number): "-- step \(number)"
    case .subscription: "subscription"
    case .received(let signal): "receives \(signal)"
    case .subscribed(let source, let number): "source \(source)#\(number): subscribed"
    case .requested(let source, let number, let amount): "source \(source)#\(number): asked for \(amount)"
    case .cancelled(let source, let number): "source \(source)#\(number): cancelled"
    case .broke(let breach, let place): "!! \(place) sends \(breach.rawValue)"
    case .ended(let source, let number): "source \(source)#\(number): ends"
    case .said(_, let text): "“\(text)”"
    }
  }
}

package typealias Trace = [Event]

/// A runner of scenarios: our library, its peer, or one of them with a planted fault.
package protocol Runner: Sendable {
  func trace(of scenario: Scenario) -> Trace
}
