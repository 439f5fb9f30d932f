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

/// A subscriber that stores values, and wakes the blocked thread at the end.
// Sendable: everything is accessed under the mutex, which lives as long as the subscriber.
final class BlockingSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// How many values are awaited, after which upstream is cancelled; `nil` if only the last is stored.
  private let count: Int?

  private var upstream = UpstreamState.awaitingSubscription
  private var values: [Input] = []

  /// Whether signals are ignored: upstream has ended or been cancelled.
  private var isOver = false
  private var completion: Subscribers.Completion<Failure>?

  /// - Parameter count: How many values are awaited; `nil` stores the last of all.
  init(count: Int? = nil) {
    self.count = count
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
    let isFirst = locked { !isOver && upstream.attach(subscription) }
    guard isFirst else { return subscription.cancel() }
    switch count {
    case 0?: end()
    case let count? where count < .max: subscription.request(.max(count))
    default: subscription.request(.unlimited)
    }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    var input: Input? = input
    let isLast = locked {
      guard !isOver, let value = input.take() else { return false }
      if count == nil, !values.isEmpty {
        // What is replaced is released outside the lock.
        input = values[0]
        values[0] = value
      } else {
        values.append(value)
      }
      return values.count == count
    }
    if isLast { end() }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    let released = locked {
      if !isOver { self.completion = completion }
      isOver = true
      pthread_cond_broadcast(condition)
      return upstream.terminate()
    }
    withExtendedLifetime(released) {}
  }

  /// Cancels upstream, then wakes the thread as a completion does.
  private func end() {
    let cancelled = locked {
      defer { isOver = true }
      return isOver ? nil : upstream.terminate()
    }
    cancelled?.cancel()
    locked {
      if completion == nil { completion = .finished }
      pthread_cond_broadcast(condition)
    }
  }

  /// Blocks the thread until the completion.
  ///
  /// - Returns: The last value, if there was one, or the failure.
  func wait() -> Result<Input?, Failure> {
    wait(until: nil)?.map(\.last) ?? .success(nil)
  }

  /// Blocks the thread until the end, or until a time; then cancels upstream.
  ///
  /// - Parameter deadline: The time; `nil` waits without a limit.
  /// - Returns: The values, or the failure; `nil` at the deadline.
  func wait(until deadline: ContinuousClock.Instant?) -> Result<[Input], Failure>? {
    let (result, cancelled): (Result<[Input], Failure>?, SubscriptionObject?) = locked {
      while completion == nil {
        guard let deadline else {
          pthread_cond_wait(condition, mutex)
          continue
        }
        // While upstream is being cancelled, because all values are there, the end is near.
        guard isOver || deadline > .now else {
          isOver = true
          return (nil, upstream.terminate())
        }
        waitBriefly(until: deadline)
      }
      defer { values = [] }
      if case .failure(let error) = completion { return (.failure(error), nil) }
      return (.success(values), nil)
    }
    cancelled?.cancel()
    return result
  }

  /// Waits until it is woken or the time has come, at most a second: the condition uses the wall clock, which may be
  /// set.
  private func waitBriefly(until deadline: ContinuousClock.Instant) {
    let remaining = isOver ? 1 : min((deadline - .now) / .seconds(1), 1)
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = Int(end.tv_nsec) + Int(max(remaining, 0) * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(condition, mutex, &end)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
