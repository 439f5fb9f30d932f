/// All failures of several publishers, as one error: the failure type of `mergeDelayingFailures` and of the other
/// operators that delay failures.
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

  /// Creates an error of the failures of several others, at least one.
  package init(joining others: [Self]) {
    failures = others.flatMap(\.failures)
  }

  /// The failures, separated by commas: `timedOut, offline`.
  public var description: String { failures.map { "\($0)" }.joined(separator: ", ") }
}

extension MergedFailures: Equatable where Underlying: Equatable {}

extension MergedFailures: Hashable where Underlying: Hashable {}
