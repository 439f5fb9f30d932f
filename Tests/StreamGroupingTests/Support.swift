import StreamGrouping
import TestSupport

extension Publisher {
  /// Passes values on, by way of a closure that holds the token.
  func passing(_ token: Token) -> Publishers.Map<Self, Output> {
    Publishers.Map(upstream: self) { token.pass($0) }
  }
}
