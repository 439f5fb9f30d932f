internal import StreamCore

/// Stands behind the source of a law, and notes what it delivers. It has no state, and passes everything on.
struct LawTap: ReleasingPublisher {
  typealias Output = Int
  typealias Failure = TestError

  struct Log: Sendable {
    var values: [LawValue] = []
    var times: [VirtualTime] = []
    var end: String?
    var endTime: VirtualTime?
    var isCancelled = false
    var subscriptions: [WeakSubscription] = []
  }

  struct WeakSubscription: Sendable {
    weak var subscription: Tapped?
  }

  let upstream: Law.Upstream
  let scheduler: LawScheduler
  let log: Box<Log>

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    upstream.subscribe(Inner(downstream: subscriber, scheduler: scheduler, log: log))
  }

  /// The number of subscriptions that an operator still holds.
  var livingCount: Int { log.update { log in log.subscriptions.count { $0.subscription != nil } } }

  /// A subscription whose release is observed.
  final class Tapped: Subscription, @unchecked Sendable {
    // Sendable: nothing changes.
    private let upstream: any Subscription
    private let log: Box<Log>

    init(_ upstream: any Subscription, _ log: Box<Log>) {
      (self.upstream, self.log) = (upstream, log)
    }

    func request(_ demand: Subscribers.Demand) {
      upstream.request(demand)
    }

    func cancel() {
      log.update { $0.isCancelled = true }
      upstream.cancel()
    }
  }

  private struct Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Int, Downstream.Failure == TestError {
    let downstream: Downstream
    let scheduler: LawScheduler
    let log: Box<Log>
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      let tapped = Tapped(subscription, log)
      log.update { $0.subscriptions.append(WeakSubscription(subscription: tapped)) }
      downstream.receive(subscription: tapped)
    }

    func receive(_ input: Int) -> Subscribers.Demand {
      let now = scheduler.now
      log.update { log in
        log.values.append(.number(input))
        log.times.append(now)
      }
      return downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<TestError>) {
      let now = scheduler.now
      log.update { log in
        log.endTime = now
        switch completion {
        case .finished: log.end = "finished"
        case .failure(let error): log.end = "\(error)"
        }
      }
      downstream.receive(completion: completion)
    }
  }
}
