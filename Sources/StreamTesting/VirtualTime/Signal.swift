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

extension Signal {
  /// This signal with another kind of value.
  ///
  /// - Parameter transform: Makes the other value.
  /// - Returns: The signal.
  public func mapInput<NewInput>(_ transform: (Input) throws -> NewInput) rethrows -> Signal<NewInput, Failure> {
    switch self {
    case .subscription: .subscription
    case .input(let input): .input(try transform(input))
    case .completion(let completion): .completion(completion)
    }
  }

  /// This signal with another kind of error.
  ///
  /// - Parameter transform: Makes the other error.
  /// - Returns: The signal.
  public func mapFailure<NewFailure>(
    _ transform: (Failure) throws -> NewFailure
  ) rethrows -> Signal<Input, NewFailure> {
    switch self {
    case .subscription: .subscription
    case .input(let input): .input(input)
    case .completion(.finished): .completion(.finished)
    case .completion(.failure(let failure)): .completion(.failure(try transform(failure)))
    }
  }
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

extension TestSequence {
  /// The same signals with another kind of value: one that can be compared, where tuples came.
  ///
  /// - Parameter transform: Makes the other values.
  /// - Returns: The signals with their times.
  public func mapInput<NewInput>(
    _ transform: (Input) throws -> NewInput
  ) rethrows -> TestSequence<NewInput, Failure> {
    TestSequence<NewInput, Failure>(try elements.map { ($0.time, try $0.signal.mapInput(transform)) })
  }

  /// The same signals with another kind of error.
  ///
  /// - Parameter transform: Makes the other error.
  /// - Returns: The signals with their times.
  public func mapFailure<NewFailure>(
    _ transform: (Failure) throws -> NewFailure
  ) rethrows -> TestSequence<Input, NewFailure> {
    TestSequence<Input, NewFailure>(try elements.map { ($0.time, try $0.signal.mapFailure(transform)) })
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
