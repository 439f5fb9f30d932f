public import StreamCore

extension Publisher where Failure == Never {
  /// Changes the failure type of a publisher that cannot fail, to match another publisher's.
  ///
  ///     upstream      --1--2--3--|
  ///     ignoreFailure().setFailureType(to: MarbleFailure.self)
  ///     downstream    --1--2--3--|
  ///
  /// ```swift
  /// import Streams
  ///
  /// struct Offline: Error, CustomStringConvertible { let description = "offline" }
  /// let remote = PassthroughSubject<Int, Offline>()
  /// let cancellable = Just(0)
  ///   .setFailureType(to: Offline.self)
  ///   .append(remote)
  ///   .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
  /// remote.send(completion: .failure(Offline()))
  /// ```
  ///
  /// Use it to join a stream that cannot fail with one that can: an operator of two publishers needs one failure type.
  /// Only a publisher whose failure type is `Never` has this operator. Use `mapError` to change the errors of one that
  /// can fail.
  ///
  /// - **Demand**: passed upstream unchanged.
  /// - **Completion**: passed on unchanged.
  /// - **Failure**: never fails; only the failure type changes.
  /// - **Threads**: delivers where upstream does.
  ///
  /// - Parameter failureType: The failure type of the returned publisher.
  /// - Returns: A publisher of the same elements.
  @inlinable
  public func setFailureType<E: Error>(to failureType: E.Type) -> Publishers.SetFailureType<Self, E> {
    Publishers.SetFailureType(upstream: self)
  }
}
