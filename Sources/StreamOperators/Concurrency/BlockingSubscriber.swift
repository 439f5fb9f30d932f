internal import StreamCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A subscriber that stores the last value, and wakes the blocked thread at the completion.
// Sendable: everything is accessed under the mutex, which lives as long as the subscriber.
final class BlockingSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var upstream = UpstreamState.awaitingSubscription
  private var value: Input?
  private var completion: Subscribers.Completion<Failure>?

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  func receive(subscription: any Subscription) {
    let isFirst = locked { upstream.attach(subscription) }
    if isFirst { subscription.request(.unlimited) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    var input: Input? = input
    locked { if completion == nil { swap(&value, &input) } }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let released = locked {
      if self.completion == nil { self.completion = completion }
      pthread_cond_broadcast(condition)
      return upstream.terminate()
    }
    withExtendedLifetime(released) {}
  }

  /// Blocks the thread until the completion.
  ///
  /// - Returns: The last value, if there was one, or the failure.
  func wait() -> Result<Input?, Failure> {
    locked {
      while completion == nil { pthread_cond_wait(condition, mutex) }
      guard case .failure(let error) = completion else { return .success(value.take()) }
      return .failure(error)
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
