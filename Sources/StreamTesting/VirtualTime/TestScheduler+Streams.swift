public import StreamCore

extension TestScheduler {
  /// When a run creates its publisher, subscribes to it, and cancels the subscription.
  public struct Configuration: Sendable {
    /// When the publisher is made.
    public var created: VirtualTime

    /// When it is subscribed to.
    public var subscribed: VirtualTime

    /// When the subscription is cancelled, if it has not ended.
    public var cancelled: VirtualTime

    /// Whether the run waits for the clock to be moved, instead of moving it.
    public var pausedOnStart: Bool

    /// What the subscriber asks for, and when.
    public var subscriberOptions: TestableSubscriberOptions

    /// Makes a configuration. The times are in virtual seconds, and in this order; another order is a programmer's error,
    /// and traps.
    ///
    /// - Parameters:
    ///   - created: When the publisher is made.
    ///   - subscribed: When it is subscribed to.
    ///   - cancelled: When the subscription is cancelled, if it has not ended.
    ///   - pausedOnStart: Whether the run waits for the clock to be moved, instead of moving it.
    ///   - subscriberOptions: What the subscriber asks for, and when.
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

    /// Created at 100, subscribed to at 200, cancelled at 900; everything is asked for.
    public static let `default` = Configuration()
  }

  /// Makes a publisher, subscribes to it, and cancels it, all at their times, and records what comes.
  ///
  ///     let output = scheduler.start { source.map { $0.uppercased() } }.recordedOutput
  ///
  /// - Parameters:
  ///   - configuration: The times, and what is asked for.
  ///   - create: Makes the publisher.
  /// - Returns: The subscriber, which has recorded the run, unless the run is paused at its start.
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

  /// Makes a subscriber that records with this scheduler's times.
  ///
  /// - Parameters:
  ///   - input: The kind of value it takes.
  ///   - failure: The kind of error it takes.
  ///   - options: What it asks for.
  /// - Returns: The subscriber.
  public func createTestableSubscriber<Input, Failure: Error>(
    _ input: Input.Type, _ failure: Failure.Type, options: TestableSubscriberOptions = .default
  ) -> TestableSubscriber<Input, Failure> {
    TestableSubscriber(scheduler: self, options: options)
  }

  /// Makes a publisher that sends signals at times that count from the subscription.
  ///
  /// - Parameter sequence: The signals with their times.
  /// - Returns: The publisher.
  public func createRelativeTestablePublisher<Output: Sendable, Failure: Error>(
    _ sequence: TestSequence<Output, Failure>
  ) -> TestablePublisher<Output, Failure> {
    TestablePublisher(scheduler: self, origin: .subscription, script: sequence)
  }

  /// Makes a publisher that sends signals at times of this scheduler; those that are past at the subscription are
  /// missed.
  ///
  /// - Parameter sequence: The signals with their times.
  /// - Returns: The publisher.
  public func createAbsoluteTestablePublisher<Output: Sendable, Failure: Error>(
    _ sequence: TestSequence<Output, Failure>
  ) -> TestablePublisher<Output, Failure> {
    TestablePublisher(scheduler: self, origin: .zero, script: sequence)
  }
}

/// The making of a publisher, and the subscription to it. Closures hide its type, which need not be sendable.
// Sendable: the publisher is under a lock; what makes it may run on whichever thread moves the clock.
private final class Stages: @unchecked Sendable {
  let create: () -> Void
  let subscribe: () -> Void

  init(create: @escaping () -> Void, subscribe: @escaping () -> Void) {
    self.create = create
    self.subscribe = subscribe
  }
}
