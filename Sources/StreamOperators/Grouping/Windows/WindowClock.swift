public import StreamCore
public import StreamParts
public import StreamSchedulers
public import Synchronization

/// Delivers the events of timed windows on a scheduler, and is the boundary, which sends a cut for each interval.
///
/// Events wait in their ``SerialDelivery``, which has no demand. Each adds one to a count; whoever finds the count at
/// zero gives the scheduler a run, which requests as many events as the count says, and so delivers them there.
// Sendable: the reference is set once, before anything is sent; everything else is atomic, or under the lock.
@usableFromInline
final class WindowClock<Element, Downstream: Subscriber, Context: Scheduler>: WindowPacing, StageSubscription,
  @unchecked Sendable
where Downstream.Input == WindowPublisher<Element, Downstream.Failure> {
  @usableFromInline weak var delivery: WindowEventDelivery<Element, Downstream>?

  @usableFromInline let scheduler: Context
  @usableFromInline let interval: Context.SchedulerTimeType.Stride
  @usableFromInline let waiting = SharedWord(0)
  @usableFromInline let timer = Locked<WindowTimer>(WindowTimer())

  @inlinable
  init(scheduler: Context, interval: Context.SchedulerTimeType.Stride) {
    self.scheduler = scheduler
    self.interval = interval
  }

  @usableFromInline var description: String { "WindowClock" }

  // MARK: Events

  @inlinable
  func wake() {
    if waiting.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 {
      scheduler.schedule(WindowRun(clock: self).run)
    }
  }

  @inlinable
  func run() {
    // A scheduler may run it twice: the second time it finds nothing.
    let count = waiting.exchange(0, ordering: .acquiringAndReleasing)
    if count > 0 { delivery?.request(.max(count)) }
  }

  // MARK: Time

  @inlinable
  func begin() {
    delivery?.attach(self, from: .boundary)
    // The first window opens with a cut, too, before which there is none.
    ring(timer.withLock { $0.number })
    setTimer()
  }

  @inlinable
  func restart() {
    timer.withLock { $0.restart() }?.cancel()
    setTimer()
  }

  @inlinable
  func setTimer() {
    guard let number = timer.withLock({ $0.isOver ? nil : $0.number }) else { return }
    let set = scheduler.schedule(
      after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
      options: nil, WindowAlarm(clock: self, number: number).ring)
    timer.withLock { $0.keep(set, number: number) }?.cancel()
  }

  @inlinable
  func ring(_ number: Int) {
    guard let delivery else { return cancel() }
    var isAdded = false
    _ = delivery.receive(from: .boundary) { policy in
      let event = policy.add(.cut(timer: number))
      isAdded = event != nil
      return event
    }
    if isAdded { wake() }
  }

  @usableFromInline
  func isCurrent(_ number: Int) -> Bool { timer.withLock { $0.number == number } }

  // MARK: The boundary's subscription

  @usableFromInline
  func request(_ demand: Subscribers.Demand) {}

  @usableFromInline
  func cancel() {
    timer.withLock { $0.end() }?.cancel()
  }
}

/// The timer that runs. What is returned is to be cancelled outside the lock.
@usableFromInline
struct WindowTimer {
  /// Counts the timers: one that has been replaced may still ring.
  @usableFromInline var number = 0
  @usableFromInline var isOver = false
  @usableFromInline var running: (any Cancellable)?

  @inlinable
  init() {}

  @inlinable
  mutating func restart() -> (any Cancellable)? {
    number += 1
    return running.take()
  }

  @inlinable
  mutating func keep(_ timer: any Cancellable, number: Int) -> (any Cancellable)? {
    if isOver || number != self.number { return timer }
    running = timer
    return nil
  }

  @inlinable
  mutating func end() -> (any Cancellable)? {
    isOver = true
    return running.take()
  }
}

/// A run on the scheduler, as a method: a `@Sendable` closure would require `SendableMetatype` of the generic
/// parameters.
@usableFromInline
struct WindowRun<Element, Downstream: Subscriber, Context: Scheduler>: Sendable
where Downstream.Input == WindowPublisher<Element, Downstream.Failure> {
  @usableFromInline let clock: WindowClock<Element, Downstream, Context>

  @inlinable
  init(clock: WindowClock<Element, Downstream, Context>) {
    self.clock = clock
  }

  @inlinable
  @Sendable
  func run() {
    clock.run()
  }
}

/// A timer's callback, likewise.
@usableFromInline
struct WindowAlarm<Element, Downstream: Subscriber, Context: Scheduler>: Sendable
where Downstream.Input == WindowPublisher<Element, Downstream.Failure> {
  @usableFromInline let clock: WindowClock<Element, Downstream, Context>
  @usableFromInline let number: Int

  @inlinable
  init(clock: WindowClock<Element, Downstream, Context>, number: Int) {
    self.clock = clock
    self.number = number
  }

  @inlinable
  @Sendable
  func ring() {
    clock.ring(number)
  }
}
