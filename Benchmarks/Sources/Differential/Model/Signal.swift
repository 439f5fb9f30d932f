/// The failure of every stream of a scenario.
package struct Fault: Error, Hashable, CustomStringConvertible {
  package let code: Int

  package init(code: Int) {
    self.code = code
  }

  package var description: String { "fault \(code)" }
}

/// What a publisher sends.
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

/// A demand, as both libraries can be told of it.
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

  /// Less than it is, for a smaller reproduction.
  var smaller: Amount? {
    switch self {
    case .unlimited: .max(9)
    case .max(let count): count > 0 ? .max(count - 1) : nil
    }
  }
}

/// What a run of a scenario shows.
package enum Event: Hashable, Sendable, CustomStringConvertible {
  /// A step of the timeline begins.
  case step(Int)
  /// Downstream has its subscription.
  case subscription
  /// Downstream receives.
  case received(Signal)
  /// The n-th subscription to a scripted source is made, asked for something (by a request, or by what is returned
  /// from a delivery), or cancelled.
  case subscribed(source: Int, Int)
  case requested(source: Int, Int, Amount)
  case cancelled(source: Int, Int)
  /// It sends its end.
  case ended(source: Int, Int)
  /// What a stage that watches the stream says.
  case said(stage: Int, String)
  /// A stage breaks a rule; the one behind it does not learn of it.
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

/// Whatever can play a scenario: our library, its peer, or one of them with a planted mistake.
package protocol Runner: Sendable {
  func trace(of scenario: Scenario) -> Trace
}
