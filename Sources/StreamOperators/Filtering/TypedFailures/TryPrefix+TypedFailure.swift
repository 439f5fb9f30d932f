public import StreamCore

extension Publisher {
  /// Like ``Publisher/tryPrefix(while:)->Publishers.TryPrefixWhile<Self>``, with a closure that throws upstream's type
  /// of failure, which stays.
  @_disfavoredOverload
  @inlinable
  @preconcurrency
  public func tryPrefix(while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool)
    -> TryPrefixWhilePublisher<Self, Failure>
  {
    TryPrefixWhilePublisher(self, predicate: predicate)
  }
}

extension Publisher where Failure == Never {
  /// Like ``Publisher/tryPrefix(while:)->Publishers.TryPrefixWhile<Self>``, of a publisher that cannot fail, with a
  /// closure that throws errors of one type, which becomes the type of the failure.
  @inlinable
  @preconcurrency
  public func tryPrefix<E: Error>(while predicate: @escaping @Sendable (Output) throws(E) -> Bool)
    -> TryPrefixWhilePublisher<Self, E>
  {
    TryPrefixWhilePublisher(self, predicate: predicate)
  }

  /// A closure that does not throw has no error from which a type could be concluded: any error, as Combine has it.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryPrefix(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.TryPrefixWhile<Self> {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}

extension Publisher where Failure == any Error {
  /// The untyped form, which is chosen at once where the typed ones would be the same: that keeps long chains fast to check.
  @_documentation(visibility: internal)
  @inlinable
  @preconcurrency
  public func tryPrefix(while predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryPrefixWhile<Self>
  {
    Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
  }
}
