internal import StreamCore

/// A type-erased publisher.
struct Pipeline {
  /// The name of the publisher's type, without generic arguments.
  let type: String
  let attach: (Script) -> any SignalRecorder

  /// Attaches a sink whose closures retain the token.
  let sink: (ReleaseToken) -> AnyCancellable

  init<P: Publisher>(_ publisher: P) {
    type = String(String(describing: P.self).prefix { $0 != "<" })
    attach = { script in
      let recorder = RecordingSubscriber<P.Output, P.Failure>(demand: script.demand)
      recorder.onSubscription = script.onSubscription
      if script.limit != nil || script.onValue != nil {
        let count = Box(0)
        recorder.onValue = { [weak recorder] _ in
          // Cancelled inside the delivery: an endless publisher would not return otherwise.
          if let limit = script.limit, count.increment() >= limit {
            recorder?.cancel()
            return .none
          }
          return script.onValue?() ?? .none
        }
      }
      if let onCompletion = script.onCompletion { recorder.onCompletion = { _ in onCompletion() } }
      publisher.subscribe(recorder)
      return recorder
    }
    sink = { token in
      publisher.sink(receiveCompletion: { _ in token.pass(()) }, receiveValue: { _ in token.pass(()) })
    }
  }
}

/// How the downstream subscriber behaves.
struct Script: Sendable {
  var demand = Subscribers.Demand.unlimited
  var onSubscription: (@Sendable (any Subscription) -> Void)?
  var onValue: (@Sendable () -> Subscribers.Demand)?
  var onCompletion: (@Sendable () -> Void)?

  /// The number of values after which it cancels.
  var limit: Int?
}

/// A type-erased recorder.
protocol SignalRecorder: OpenRecorder {
  var subscription: (any Subscription)? { get }
  var subscriptions: [String] { get }
  var overlaps: Int { get }
  var isFinished: Bool { get }
  var beginsWithSubscription: Bool { get }
  var describedValues: [String] { get }
  var completionCount: Int { get }
  var signalCount: Int { get }
  var hasFailed: Bool { get }

  func request(_ demand: Subscribers.Demand)
}

extension RecordingSubscriber: SignalRecorder {
  var beginsWithSubscription: Bool { if case .subscription = events.first { true } else { false } }

  var describedValues: [String] { values.map { "\($0)" } }

  var completionCount: Int { completions.count }

  var signalCount: Int { events.count }

  var hasFailed: Bool { failure != nil }
}
