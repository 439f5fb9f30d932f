internal import StreamCore

// For a relay that holds a value: its log keeps one value, the newest. A subscriber without demand gets that one when
// it requests, unless the stream has ended by then.
extension ReplayHub {
  /// - Parameters:
  ///   - name: The description of the subscriptions.
  ///   - value: The initial value.
  @usableFromInline
  package convenience init(_ name: StageName, holding value: Output) {
    self.init(name, limit: 1, site: nil, owesNewest: true)
    send(value)
  }

  /// The newest value.
  @inlinable package var current: Output { newest.value }

  /// Changes the newest value and sends it, unless another has been sent meanwhile: then `change` runs again.
  @inlinable
  package func update<Result>(_ change: (inout Output) throws -> Result) rethrows -> Result {
    while true {
      var (value, end) = newest
      let result = try change(&value)
      if send(value, ifEndIs: end) { return result }
    }
  }

  /// The newest value, and the position after it.
  @inlinable var newest: (value: Output, end: Int) {
    let newest: (Output, Int)? = withLog { log in log[log.end - 1].map { ($0, log.end) } }
    guard let newest else { preconditionFailure("Only a hub that holds a value can be asked for it.") }
    return newest
  }
}
