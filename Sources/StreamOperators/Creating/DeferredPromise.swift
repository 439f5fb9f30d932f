internal import StreamCore

/// A promise with one subscriber, which has requested already. Only the client's closures retain it; the subscription
/// does not. When the last of them is released unfulfilled, the promise is released, and the subscriber with it.
// Sendable: the closure is accessed under the lock, and called by the thread that takes it out.
@usableFromInline
final class DeferredPromise<Output, Failure: Error>: @unchecked Sendable {
  @usableFromInline let deliver: Locked<((Result<Output, Failure>) -> Void)?>

  /// - Parameter deliver: Delivers the result. It is called at most once, and released when the stream ends.
  @inlinable
  init(deliver: @escaping (Result<Output, Failure>) -> Void) {
    self.deliver = Locked(deliver)
  }

  /// Fulfils the promise. Only the first result counts.
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

/// The subscription to a promise, which it does not retain.
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
