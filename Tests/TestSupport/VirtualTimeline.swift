public import StreamCore
public import StreamTesting

/// Subjects that are sent to, and subscribers that come, at given ticks of one virtual clock: a tick is a second.
public struct VirtualTimeline: Sendable {
  /// The clock.
  public let scheduler = TestScheduler()

  /// Creates a timeline at tick 0.
  public init() {}

  /// Sends what a diagram of digits says to a subject. Within a tick, it comes before what is planned later.
  ///
  /// - Parameters:
  ///   - marbles: The diagram.
  ///   - subject: The subject.
  public func send<S: Subject & Sendable>(_ marbles: Marbles, to subject: S)
  where S.Output == Int, S.Failure == TestError {
    for event in marbles.events {
      at(event.tick) {
        switch event.symbol {
        case .element(let digit): subject.send(digit.wholeNumberValue ?? -1)
        case .finished: subject.send(completion: .finished)
        case .failure: subject.send(completion: .failure(TestError()))
        case .cancel, .subscription: break
        }
      }
    }
  }

  /// Subscribes at a tick.
  ///
  /// - Parameters:
  ///   - tick: The tick.
  ///   - publisher: The publisher.
  ///   - demand: What is requested, by ticks; everything at the subscription, if nothing is given.
  /// - Returns: The recording, as a diagram once the timeline has been run.
  public func subscribe<P: Publisher & Sendable>(
    at tick: Int, to publisher: P, demand: KeyValuePairs<Int, Subscribers.Demand>? = nil
  ) -> Recording<P.Failure> where P.Output == Int {
    let initial: Subscribers.Demand = demand == nil ? .unlimited : .none
    let options = TestableSubscriberOptions(initialDemand: initial, subsequentDemand: .none)
    let subscriber = scheduler.createTestableSubscriber(Int.self, P.Failure.self, options: options)
    at(tick) { publisher.subscribe(subscriber) }
    for (tick, demand) in demand ?? [:] { at(tick) { subscriber.request(demand) } }
    return Recording(subscriber: subscriber)
  }

  /// Does something at a tick.
  ///
  /// - Parameters:
  ///   - tick: The tick.
  ///   - action: What is done.
  public func at(_ tick: Int, _ action: @escaping @Sendable () -> Void) {
    scheduler.schedule(after: VirtualTime(.seconds(tick)), action)
  }

  /// Lets all of it happen.
  public func run() {
    scheduler.resume()
  }

  /// What a subscriber of a timeline has received.
  public struct Recording<Failure: Error>: Sendable {
    let subscriber: TestableSubscriber<Int, Failure>

    /// The diagram of what it has received.
    public var marbles: Marbles {
      Marbles(
        events: subscriber.recordedOutput.elements.compactMap { time, signal in
          let tick = VirtualTime(0).distance(to: time).magnitude / 1_000_000_000
          switch signal {
          case .subscription: return nil
          case .input(let value): return .init(tick: tick, symbol: .element(Character("\(value)")))
          case .completion(.finished): return .init(tick: tick, symbol: .finished)
          case .completion(.failure): return .init(tick: tick, symbol: .failure)
          }
        })
    }

    /// Cancels the subscription.
    public func cancel() {
      subscriber.cancel()
    }
  }
}
