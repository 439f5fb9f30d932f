#if Explore
  import StreamTesting
  import Streams

  /// A queue that sets a few timers, and no more: a tick sets the next one, so that ticks alone would make an endless
  /// schedule.
  struct FewTimers: Scheduler {
    let queue: ExploredQueue
    let left = Held(6)

    var now: VirtualTime { queue.now }
    var minimumTolerance: VirtualTime.Stride { queue.minimumTolerance }

    func schedule(options: Never?, _ action: @escaping @Sendable () -> Void) { queue.schedule(action) }

    func schedule(
      after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?, _ action: @escaping @Sendable () -> Void
    ) {
      left.value -= 1
      if left.value >= 0 { queue.schedule(after: date, tolerance: tolerance, action) }
    }

    func schedule(
      after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride, options: Never?,
      _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
      left.value -= 1
      guard left.value >= 0 else { return AnyCancellable {} }
      return queue.schedule(after: date, interval: interval, tolerance: tolerance, action)
    }
  }
#endif
