public import StreamCore

extension TestScheduler {
  /// The times at which a run creates its publisher, subscribes to it, and cancels the subscription.
  public struct Configuration: Sendable {
    /// When the publisher is created.
    public var created: VirtualTime

    /// When it is subscribed to.
    public var subscribed: VirtualTime

    /// When the subscription is cancelled, if it has not ended.
    public var cancelled: VirtualTime

    /// Whether the run waits for the clock to be advanced, instead of advancing it.
    public var pausedOnStart: Bool

    /// The demands of the subscriber.
    public var subscriberOptions: TestableSubscriberOptions

    /// Creates a configuration. The times, in virtual seconds, must be in ascending order; otherwise it traps.
    ///
    /// - Parameters:
    ///   - created: When the publisher is created.
    ///   - subscribed: When it is subscribed to.
    ///   - cancelled: When the subscription is cancelled, if it has not ended.
    ///   - pausedOnStart: Whether the run waits for the clock to be advanced, instead of advancing it.
    ///   - subscriberOptions: The demands of the subscriber.
    public init(
      created: VirtualTime = 100, subscribed: VirtualTime = 200, cancelled: VirtualTime = 900,
      pausedOnStart: Bool = false, subscriberOptions: TestableSubscriberOptions = .default
    ) {
      precondition(
        created <= subscribed && subscribed <= cancelled,
        "A run is created, subscribed to and cancelled in this order, not at \(created), \(subscribed) and \(cancelled)."
      )
      self.created = created
      self.subscribed = subscribed
      self.cancelled = cancelled
      self.pausedOnStart = pausedOnStart
      self.subscriberOptions = subscriberOptions
    }

    /// Created at 100, subscribed to at 200, cancelled at 900, with unlimited demand.
    public static let `default` = Configuration()
  }

  /// Creates a publisher, subscribes to it, and cancels it at the configured times, recording its signals.
  ///
  ///     let output = scheduler.start { source.map { $0.uppercased() } }.recordedOutput
  ///
  /// - Parameters:
  ///   - configuration: The times and demands.
  ///   - create: Creates the publisher.
  /// - Returns: The subscriber with its recording, which is empty if the run is paused at its start.
  @preconcurrency
  public func start<P: Publisher>(
    configuration: Configuration = .default, create: @escaping @Sendable () -> P
  ) -> TestableSubscriber<P.Output, P.Failure> {
    let subscriber = createTestableSubscriber(
      P.Output.self, P.Failure.self, options: configuration.subscriberOptions)
    let publisher = Locked<P?>(nil)
    let stages = Stages {
      let made = create()
      _ = publisher.exchange(made)
    } subscribe: {
      publisher.exchange(nil)?.subscribe(subscriber)
    }
    schedule(after: configuration.created) { stages.create() }
    schedule(after: configuration.subscribed) { stages.subscribe() }
    schedule(after: configuration.cancelled) { subscriber.cancel() }
    if !configuration.pausedOnStart { resume() }
    return subscriber
  }

  /// Creates a subscriber that records signals with this scheduler's times.
  ///
  /// - Parameters:
  ///   - input: The type of the values.
  ///   - failure: The type of the failure.
  ///   - options: Its demands.
  /// - Returns: The subscriber.
  public func createTestableSubscriber<Input, Failure: Error>(
    _ input: Input.Type, _ failure: Failure.Type, options: TestableSubscriberOptions = .default
  ) -> TestableSubscriber<Input, Failure> {
    TestableSubscriber(timeline: VirtualTimeline(self), options: options)
  }

  /// Creates a publisher that sends signals at times relative to each subscription.
  ///
  /// - Parameter sequence: The signals with their times.
  /// - Returns: The publisher.
  public func createRelativeTestablePublisher<Output: Sendable, Failure: Error>(
    _ sequence: TestSequence<Output, Failure>
  ) -> TestablePublisher<Output, Failure> {
    TestablePublisher(scheduler: self, origin: .subscription, script: sequence)
  }

  /// Creates a publisher that sends signals at absolute times of this scheduler; a subscriber misses earlier ones.
  ///
  /// - Parameter sequence: The signals with their times.
  /// - Returns: The publisher.
  public func createAbsoluteTestablePublisher<Output: Sendable, Failure: Error>(
    _ sequence: TestSequence<Output, Failure>
  ) -> TestablePublisher<Output, Failure> {
    TestablePublisher(scheduler: self, origin: .zero, script: sequence)
  }
}

/// Creates a publisher and subscribes to it. Closures erase its type, which need not be `Sendable`.
// Sendable: the publisher is under a lock; `create` may run on any thread that advances the clock.
private final class Stages: @unchecked Sendable {
  let create: () -> Void
  let subscribe: () -> Void

  init(create: @escaping () -> Void, subscribe: @escaping () -> Void) {
    self.create = create
    self.subscribe = subscribe
  }
}
