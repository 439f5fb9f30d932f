/// The failures of merged publishers: that of `mergeDelayingFailures`.
public struct MergedFailures<Underlying: Error>: Error, CustomStringConvertible {
  /// The failures, in the order in which they arrived; at least one.
  public let failures: [Underlying]

  /// Creates an error of one failure or more.
  ///
  /// - Parameters:
  ///   - first: The failure that arrived first.
  ///   - others: The later ones, in order.
  public init(_ first: Underlying, others: [Underlying] = []) {
    failures = [first] + others
  }

  /// The failures, separated by commas: `timedOut, offline`.
  public var description: String { failures.map { "\($0)" }.joined(separator: ", ") }
}

extension MergedFailures: Equatable where Underlying: Equatable {}

extension MergedFailures: Hashable where Underlying: Hashable {}
