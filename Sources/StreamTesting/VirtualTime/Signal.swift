public import StreamCore

/// A signal that reaches a subscriber.
public enum Signal<Input, Failure: Error> {
  /// `receive(subscription:)`
  case subscription

  /// `receive(_:)`
  case input(Input)

  /// `receive(completion:)`
  case completion(Subscribers.Completion<Failure>)
}

extension Signal: Equatable where Input: Equatable, Failure: Equatable {}

extension Signal: Sendable where Input: Sendable {}

extension Signal: CustomStringConvertible {
  /// `subscription`, `input(1)`, `finished`, `failure(error)`.
  public var description: String {
    switch self {
    case .subscription: "subscription"
    case .input(let input): "input(\(input))"
    case .completion(let completion): "\(completion)"
    }
  }
}

/// What was recorded, in order, each with its time.
public struct TestSequence<Input, Failure: Error> {
  /// Signals with their times.
  public typealias Element = (time: VirtualTime, signal: Signal<Input, Failure>)

  /// The signals with their times.
  public private(set) var elements: [Element]

  /// Makes a sequence of signals.
  ///
  /// - Parameter elements: The signals with their times, in order.
  public init(_ elements: [(VirtualTime, Signal<Input, Failure>)] = []) {
    self.elements = elements.map { (time: $0, signal: $1) }
  }

  /// Adds a signal.
  ///
  /// - Parameters:
  ///   - signal: The signal.
  ///   - time: Its time.
  public mutating func append(_ signal: Signal<Input, Failure>, at time: VirtualTime) {
    elements.append((time: time, signal: signal))
  }

  /// The values alone.
  public var inputs: [Input] {
    elements.compactMap { if case .input(let input) = $0.signal { input } else { nil } }
  }

  /// The completion, if there is one.
  public var completion: Subscribers.Completion<Failure>? {
    elements.lazy.compactMap { if case .completion(let completion) = $0.signal { completion } else { nil } }.first
  }
}

extension TestSequence: ExpressibleByArrayLiteral {
  /// Makes a sequence of signals with their times.
  ///
  /// - Parameter elements: The signals with their times, in order.
  public init(arrayLiteral elements: (VirtualTime, Signal<Input, Failure>)...) {
    self.init(elements)
  }
}

extension TestSequence: Equatable where Input: Equatable, Failure: Equatable {
  /// Whether both hold the same signals at the same times.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elements.elementsEqual(rhs.elements) { $0.time == $1.time && $0.signal == $1.signal }
  }
}

extension TestSequence: Sendable where Input: Sendable {}

extension TestSequence: CustomStringConvertible {
  /// A line for each signal: its time, and what it was.
  public var description: String {
    elements.map { "\($0.time) \($0.signal)" }.joined(separator: "\n")
  }
}
