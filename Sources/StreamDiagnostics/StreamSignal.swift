public import StreamCore

/// A signal that a subscriber receives, as a value: `materialize()` delivers signals as elements, and StreamTesting
/// records them.
///
/// Where another package has a type of the same name, a scoped import chooses:
/// `import enum StreamDiagnostics.StreamSignal`.
@frozen
public enum StreamSignal<Input, Failure: Error> {
  /// `receive(subscription:)`
  case subscription

  /// `receive(_:)`
  case input(Input)

  /// `receive(completion:)`
  case completion(Subscribers.Completion<Failure>)
}

extension StreamSignal {
  /// Whether the signal ends the stream: a completion.
  public var isTerminal: Bool {
    if case .completion = self { true } else { false }
  }

  /// Returns this signal with its value transformed.
  ///
  /// - Parameter transform: Returns the new value.
  /// - Returns: The signal.
  public func mapInput<NewInput>(_ transform: (Input) throws -> NewInput) rethrows -> StreamSignal<NewInput, Failure> {
    switch self {
    case .subscription: .subscription
    case .input(let input): .input(try transform(input))
    case .completion(let completion): .completion(completion)
    }
  }

  /// Returns this signal with its error transformed.
  ///
  /// - Parameter transform: Returns the new error.
  /// - Returns: The signal.
  public func mapFailure<NewFailure>(
    _ transform: (Failure) throws -> NewFailure
  ) rethrows -> StreamSignal<Input, NewFailure> {
    switch self {
    case .subscription: .subscription
    case .input(let input): .input(input)
    case .completion(.finished): .completion(.finished)
    case .completion(.failure(let failure)): .completion(.failure(try transform(failure)))
    }
  }
}

extension StreamSignal: Equatable where Input: Equatable, Failure: Equatable {}

extension StreamSignal: Sendable where Input: Sendable {}

extension StreamSignal: Encodable where Input: Encodable, Failure: Encodable {}

extension StreamSignal: Decodable where Input: Decodable, Failure: Decodable {}

extension StreamSignal: CustomStringConvertible {
  /// `subscription`, `input(1)`, `finished`, `failure(error)`.
  public var description: String {
    switch self {
    case .subscription: "subscription"
    case .input(let input): "input(\(input))"
    case .completion(let completion): "\(completion)"
    }
  }
}

/// A type whose values stand for signals: ``StreamSignal``, or a client's own. `dematerialize()` sends what they stand
/// for.
///
/// Where another package has a protocol of the same name, a scoped import chooses:
/// `import protocol StreamDiagnostics.SignalConvertible`.
public protocol SignalConvertible {
  /// The kind of value that a signal may carry.
  associatedtype Input

  /// The kind of error that a signal may carry.
  associatedtype Failure: Error

  /// Creates the value that stands for a signal.
  ///
  /// - Parameter signal: The signal.
  init(_ signal: StreamSignal<Input, Failure>)

  /// The signal that the value stands for.
  var signal: StreamSignal<Input, Failure> { get }
}

extension StreamSignal: SignalConvertible {
  /// Creates a signal equal to another.
  ///
  /// - Parameter signal: The signal.
  @inlinable
  public init(_ signal: StreamSignal<Input, Failure>) {
    self = signal
  }

  /// The signal itself.
  @inlinable public var signal: StreamSignal<Input, Failure> { self }
}
