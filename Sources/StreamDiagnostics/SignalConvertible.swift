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
