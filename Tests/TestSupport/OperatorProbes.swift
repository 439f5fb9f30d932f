public import StreamCore

// The common checks of all operators. Each probe builds a pipeline over a source of `Int` that may fail, runs the same
// scenario, and returns its observations.

// MARK: Demand

/// The demands seen upstream and returned to it while downstream requested two values, received one, for which it
/// requested three more, then requested one, then unlimited, and cancelled.
public struct DemandReport: Equatable, Sendable {
  public var requests: [ScriptedPublisher<Int, TestError>.Request]
  public var returned: Subscribers.Demand

  /// An operator that passes demand on, without adding or keeping any.
  public static let passedOn = DemandReport(
    requests: [.demand(.max(2)), .demand(.max(1)), .demand(.unlimited), .cancel], returned: .max(3))
}

/// Runs the demand scenario through an operator that delivers one value for the first it receives.
public func demand<P: Publisher>(through makePipeline: (ScriptedPublisher<Int, TestError>) -> P) -> DemandReport {
  let upstream = ScriptedPublisher<Int, TestError>()
  let recorder = makePipeline(upstream).record(demand: .max(2)) { _ in .max(3) }
  let returned = upstream.send(1)
  recorder.request(.max(1))
  recorder.request(.unlimited)
  recorder.cancel()
  return DemandReport(requests: upstream.requests, returned: returned)
}

// MARK: Release

private enum Ending: CaseIterable {
  case finish, failure, cancel
}

/// Finds what a pipeline retains after its end, while downstream's subscription and the source stay alive.
///
/// - Parameter makePipeline: Builds the pipeline; its closures should capture the token.
/// - Returns: The objects still alive, and after which end; empty if there are none.
public func leaks<P: Publisher>(_ makePipeline: (PassthroughSubject<Int, TestError>, Token) -> P) -> [String] {
  Ending.allCases.flatMap { ending in
    let source = PassthroughSubject<Int, TestError>()
    weak var token: Token?
    weak var downstream: RecordingSubscriber<P.Output, P.Failure>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      token = newToken
      let recorder = makePipeline(source, newToken).record()
      downstream = recorder
      subscription = recorder.subscription
    }
    source.send(1)
    switch ending {
    case .finish: source.send(completion: .finished)
    case .failure: source.send(completion: .failure(TestError()))
    case .cancel: subscription?.cancel()
    }
    defer { withExtendedLifetime((source, subscription)) {} }
    return (token == nil ? [] : ["closure after \(ending)"])
      + (downstream == nil ? [] : ["downstream after \(ending)"])
  }
}

// MARK: Misbehaviour

/// The signals that arrived while upstream broke the rules.
public struct MisbehaviourReport: Equatable, Sendable {
  public var subscriptionCount: Int
  public var completionCount: Int
  public var cancelCount: Int

  /// The number of values that arrived before the first subscription, in the active stream, and after the completion.
  public var early: Int
  public var timely: Int
  public var late: Int

  /// A stage with state ignores out-of-order signals, and cancels a second subscription (rules 1, 4 and 9).
  public static let ignored = MisbehaviourReport(
    subscriptionCount: 1, completionCount: 1, cancelCount: 1, early: 0, timely: 1, late: 0)

  /// A stage without state forwards every signal (rule 9).
  public static let passedOn = MisbehaviourReport(
    subscriptionCount: 2, completionCount: 3, cancelCount: 0, early: 1, timely: 1, late: 1)
}

/// Sends a value and a completion before any subscription, then two subscriptions, a value, a completion, and again a
/// value and a completion.
///
/// - Parameters:
///   - completion: The completion sent each time.
///   - makePipeline: Builds a pipeline that delivers a value for each it receives.
/// - Returns: The signals that arrived.
public func misbehaviour<P: Publisher>(
  ending completion: Subscribers.Completion<TestError> = .finished,
  through makePipeline: (ScriptedPublisher<Int, TestError>) -> P
) -> MisbehaviourReport {
  let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
  let recorder = makePipeline(upstream).record()
  upstream.send(1)
  upstream.send(completion: completion)
  let early = recorder.values.count
  upstream.sendSubscription()
  upstream.sendSubscription(description: "Second")
  upstream.send(2)
  let timely = recorder.values.count - early
  upstream.send(completion: completion)
  let untilEnd = recorder.values.count
  upstream.send(3)
  upstream.send(completion: completion)
  return MisbehaviourReport(
    subscriptionCount: recorder.subscriptions.count, completionCount: recorder.completions.count,
    cancelCount: upstream.cancelCount, early: early, timely: timely, late: recorder.values.count - untilEnd)
}

// MARK: Descriptions

/// The descriptions of a stage's two faces.
public struct NamesReport: Equatable, Sendable {
  /// The face seen from upstream: the stage's subscriber.
  public var subscriber: String

  /// The face seen from downstream: the subscription.
  public var subscription: String

  public init(subscriber: String, subscription: String) {
    self.subscriber = subscriber
    self.subscription = subscription
  }
}

/// Reads a stage's description and its playground description, which must agree.
public func names<P: Publisher>(_ makePipeline: (ScriptedPublisher<Int, TestError>) -> P) -> NamesReport {
  let upstream = ScriptedPublisher<Int, TestError>()
  let recorder = makePipeline(upstream).record()
  let subscriber = upstream.subscriberDescriptions.first ?? "no subscriber"
  let subscription = recorder.subscription.map { "\($0)" } ?? "no subscription"
  if let displayed = (recorder.subscription as? any CustomPlaygroundDisplayConvertible)?.playgroundDescription,
    "\(displayed)" != subscription
  {
    return NamesReport(subscriber: subscriber, subscription: "\(subscription), but in a playground \(displayed)")
  }
  return NamesReport(subscriber: subscriber, subscription: subscription)
}
