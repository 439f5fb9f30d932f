public import StreamCore
public import StreamParts

/// A signal received by a subscriber: `StreamSignal` of StreamParts.
public typealias Signal = StreamSignal

/// A recording: signals in order, each with its time.
public struct TestSequence<Input, Failure: Error> {
  /// Signals with their times.
  public typealias Element = (time: VirtualTime, signal: Signal<Input, Failure>)

  /// The signals with their times.
  public private(set) var elements: [Element]

  /// Creates a sequence of signals.
  ///
  /// - Parameter elements: The signals with their times, in order.
  public init(_ elements: [(VirtualTime, Signal<Input, Failure>)] = []) {
    self.elements = elements.map { (time: $0, signal: $1) }
  }

  /// Appends a signal.
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
  /// Returns the same signals with their values transformed: into something comparable, in place of tuples.
  ///
  /// - Parameter transform: Returns the new value.
  /// - Returns: The signals with their times.
  public func mapInput<NewInput>(
    _ transform: (Input) throws -> NewInput
  ) rethrows -> TestSequence<NewInput, Failure> {
    TestSequence<NewInput, Failure>(try elements.map { ($0.time, try $0.signal.mapInput(transform)) })
  }

  /// Returns the same signals with their errors transformed.
  ///
  /// - Parameter transform: Returns the new error.
  /// - Returns: The signals with their times.
  public func mapFailure<NewFailure>(
    _ transform: (Failure) throws -> NewFailure
  ) rethrows -> TestSequence<Input, NewFailure> {
    TestSequence<Input, NewFailure>(try elements.map { ($0.time, try $0.signal.mapFailure(transform)) })
  }
}

extension TestSequence: ExpressibleByArrayLiteral {
  /// Creates a sequence of signals with their times.
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
  /// One line per signal: its time and kind.
  public var description: String {
    elements.map { "\($0.time) \($0.signal)" }.joined(separator: "\n")
  }
}
