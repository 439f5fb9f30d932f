internal import StreamCore

/// A promise that one subscriber waits for, who has asked already. Those who may keep the promise hold it, and nobody
/// else: when they let it go, there is nothing to wait for.
// Sendable: the closure is reached under the lock, and called by the one who takes it out.
@usableFromInline
final class DeferredPromise<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline let deliver: Locked<((Result<Output, Failure>) -> Void)?>

  /// - Parameter deliver: Delivers the result. It is called once at most, and let go when the stream ends.
  @inlinable
  init(deliver: @escaping (Result<Output, Failure>) -> Void) {
    self.deliver = Locked(deliver)
  }

  /// Gives the result. Only the first one counts.
  @inlinable
  func fulfil(with result: Result<Output, Failure>) {
    deliver.exchange(nil)?(result)
  }

  @inlinable
  func cancel() {
    let released = deliver.exchange(nil)
    withExtendedLifetime(released) {}
  }
}

/// The subscription to a promise.
@usableFromInline
struct PromiseSubscription<Output, Failure: Error>: StageSubscription {
  @usableFromInline weak var promise: DeferredPromise<Output, Failure>?
  @usableFromInline let combineIdentifier = CombineIdentifier()

  @inlinable
  init(to promise: DeferredPromise<Output, Failure>) {
    self.promise = promise
  }

  @usableFromInline var description: String { "Promise" }

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {}

  @inlinable
  func cancel() {
    promise?.cancel()
  }
}
