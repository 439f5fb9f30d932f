import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("subscribe(on:)")
struct SubscribeOnTests {
  private let upstream = ScriptedPublisher<Int, TestError>()
  private let scheduler = ManualScheduler()

  // MARK: What hops

  @Test("Subscribing and requests run on the scheduler")
  func subscribesOnScheduler() {
    let wasRunning = Box<Bool?>(nil)
    upstream.onRequest = { [scheduler] _ in wasRunning.value = scheduler.isRunning }
    let recorder = upstream.subscribe(on: scheduler).record(demand: .max(2))
    expectEqual(recorder.subscriptions, ["SubscribeOn"])
    expectEqual(upstream.subscriberCount, 0)
    scheduler.runAll()
    expectEqual(upstream.subscriberCount, 1)
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(wasRunning.value, true)
    expectEqual(recorder.subscriptions, ["SubscribeOn"])
  }

  @Test("Values and the finish are delivered where upstream delivers")
  func valuesDoNotHop() {
    let recorder = upstream.subscribe(on: scheduler).record()
    scheduler.runAll()
    upstream.send(1)
    expectEqual(recorder.values, [1])
    upstream.send(completion: .finished)
    expect(recorder.isFinished)
    expectEqual(scheduler.count, 0)
  }

  @Test("An upstream that delivers inside its subscribing finds demand that was made before")
  func upstreamThatDeliversAtOnce() {
    let scheduler = ImmediateScheduler.shared
    let debounced = [1, 2, 3].publisher.debounce(for: 1, scheduler: scheduler).subscribe(on: scheduler)
    expectEqual(debounced.record().values, [1, 2, 3])
    let throttled = [1, 2].publisher.throttle(for: 1, scheduler: scheduler, latest: true).subscribe(on: scheduler)
    expectEqual(throttled.record().values, [1, 2])
    let held = CurrentValueSubject<Int, Never>(1)
    expectEqual(held.debounce(for: 1, scheduler: scheduler).subscribe(on: scheduler).record().values, [1])
  }

  @Test("A failure is delivered where upstream delivers")
  func failureDoesNotHop() {
    let recorder = upstream.subscribe(on: scheduler).record()
    scheduler.runAll()
    upstream.send(completion: .failure(TestError()))
    expectEqual(recorder.failure, TestError())
    expectEqual(scheduler.count, 0)
  }

  @Test("A publisher that delivers inside a request does so on the scheduler")
  func coldPublisher() {
    let wasRunning = Box<[Bool]>([])
    let recorder = [1, 2].publisher.noting(in: wasRunning) { [scheduler] in scheduler.isRunning }
      .subscribe(on: scheduler).record()
    expect(recorder.values.isEmpty)
    scheduler.runAll()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(wasRunning.value, [true, true])
  }

  @Test("The scheduler gets the options with each block")
  func options() {
    let publisher = Publishers.SubscribeOn(upstream: upstream, scheduler: scheduler, options: "soon")
    expect(publisher.options == "soon" && publisher.scheduler === scheduler && publisher.upstream === upstream)
    let recorder = publisher.record(demand: .none)
    scheduler.runAll()
    recorder.request(.max(1))
    scheduler.runAll()
    recorder.cancel()
    scheduler.runAll()
    expectEqual(scheduler.options, ["soon", "soon", "soon"])
  }

  // MARK: Demand

  @Test("Demand is passed on, returned demand at once (rule 2)")
  func demandPasses() {
    expectEqual(demand { $0.subscribe(on: ImmediateScheduler.shared) }, .passedOn)
  }

  @Test("Demand that waits for the scheduler adds up (rule 2)")
  func demandAddsUp() {
    let recorder = upstream.subscribe(on: scheduler).record(demand: .max(1))
    recorder.request(.max(2))
    scheduler.runAll()
    expectEqual(upstream.requests, [.demand(.max(3))])
    recorder.request(.max(4))
    recorder.request(.max(5))
    expectEqual(upstream.requests, [.demand(.max(3))])
    expectEqual(scheduler.count, 1)
    scheduler.runAll()
    expectEqual(upstream.requests, [.demand(.max(3)), .demand(.max(9))])
  }

  @Test("Demand waits for a subscription that comes late, and is requested on the scheduler")
  func lateSubscription() {
    let late = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
    let recorder = late.subscribe(on: scheduler).record(demand: .max(2))
    scheduler.runAll()
    late.sendSubscription()
    expect(late.requests.isEmpty)
    scheduler.runAll()
    expectEqual(late.requests, [.demand(.max(2))])
    late.send(1)
    expectEqual(recorder.values, [1])
  }

  enum Asking: CaseIterable, Sendable {
    case byRequest, byReturnValue
  }

  @Test(
    "Requests for one value at a time from inside the delivery do not grow the stack (rule 3)",
    arguments: Asking.allCases
  )
  func stackDoesNotGrow(asking: Asking) {
    let meter = StackMeter()
    let subscription = Box<(any Subscription)?>(nil)
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: {
        subscription.value = $0
        $0.request(.max(1))
      },
      receiveValue: { _ in
        meter.note()
        if asking == .byReturnValue { return .max(1) }
        subscription.value?.request(.max(1))
        return .none
      })
    (0..<20_000).publisher.subscribe(on: ImmediateScheduler.shared).subscribe(subscriber)
    expectEqual(meter.count, 20_000)
    // The frames between two deliveries, which the address sanitizer makes larger.
    expect(meter.extent < 16_384)
  }

  // MARK: Cancel

  @Test("A cancel before the scheduler has subscribed prevents the subscribing, and releases downstream")
  func cancelBeforeSubscribing() {
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let recorder = upstream.subscribe(on: scheduler).record()
      downstream = recorder
      subscription = recorder.subscription
    }
    expect(downstream != nil)
    subscription?.cancel()
    expect(downstream == nil)
    scheduler.runAll()
    expectEqual(upstream.subscriberCount, 0)
    expect(upstream.requests.isEmpty)
  }

  @Test("A cancel from inside receive(subscription:) schedules nothing")
  func cancelInsideSubscription() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.cancel() }
    upstream.subscribe(on: scheduler).subscribe(recorder)
    expectEqual(scheduler.count, 0)
  }

  @Test("A cancel reaches upstream on the scheduler; signals that arrive before are ignored (rule 5)")
  func cancelHops() {
    let recorder = upstream.subscribe(on: scheduler).record()
    scheduler.runAll()
    recorder.cancel()
    recorder.cancel()
    expectEqual(upstream.cancelCount, 0)
    upstream.send(1)
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    expectEqual(upstream.cancelCount, 0)
    expectEqual(scheduler.count, 1)
    scheduler.runAll()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("Upstream is cancelled once, and demand not yet requested is dropped (rule 5)")
  func cancelOnce() {
    let recorder = upstream.subscribe(on: scheduler).record(demand: .none)
    scheduler.runAll()
    recorder.request(.max(1))
    recorder.cancel()
    recorder.request(.max(1))
    scheduler.runAll()
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A subscription that comes after the cancel is cancelled")
  func subscriptionAfterCancel() {
    let late = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
    let recorder = late.subscribe(on: scheduler).record()
    scheduler.runAll()
    recorder.cancel()
    late.sendSubscription()
    expectEqual(late.requests, [.cancel])
  }

  @Test("A cancel from inside a delivery that keeps the scheduler busy takes effect at once")
  func cancelInsideRequest() {
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [unowned recorder] value in
      if value == 3 { recorder.cancel() }
      return .none
    }
    // Without an end: a cancel that waited for the scheduler would wait for ever.
    (1...).publisher.subscribe(on: scheduler).subscribe(recorder)
    scheduler.runAll()
    expectEqual(recorder.values, [1, 2, 3])
    expect(recorder.completions.isEmpty)
  }

  // MARK: Rules 1, 4, 7, 9

  @Test("A second subscription is cancelled; signals out of order are ignored (rules 1, 4 and 9)")
  func misbehavingUpstream() {
    expectEqual(misbehaviour { $0.subscribe(on: ImmediateScheduler.shared) }, .ignored)
    expectEqual(
      misbehaviour(ending: .failure(TestError())) { $0.subscribe(on: ImmediateScheduler.shared) }, .ignored)
  }

  @Test("A subscription that is kept retains nothing after the end (rule 7)")
  func releases() {
    expectEqual(leaks { upstream, _ in upstream.subscribe(on: ImmediateScheduler.shared) }, [])
  }

  @Test("Upstream and downstream are released when the scheduler runs the cancel (rule 7)")
  func cancelReleases() {
    let source = PassthroughSubject<Int, Never>()
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let recorder = source.subscribe(on: scheduler).record()
      downstream = recorder
      subscription = recorder.subscription
    }
    scheduler.runAll()
    subscription?.cancel()
    scheduler.runAll()
    expect(downstream == nil)
  }

  @Test("Subscriptions are independent")
  func independent() {
    let publisher = [1, 2].publisher.subscribe(on: scheduler)
    let first = publisher.record()
    first.cancel()
    let second = publisher.record()
    scheduler.runAll()
    expect(first.values.isEmpty)
    expectEqual(second.values, [1, 2])
  }

  @Test("Its subscription describes itself as SubscribeOn")
  func description() {
    let expected = NamesReport(subscriber: "SubscribeOn", subscription: "SubscribeOn")
    expectEqual(names { $0.subscribe(on: ImmediateScheduler.shared) }, expected)
  }

  @Test("A publisher is Sendable if upstream and the options are")
  func sendable() {
    func check<P: Publisher & Sendable>(_ publisher: P) -> P.Type { P.self }
    #expect(
      check(Just(1).subscribe(on: ImmediateScheduler.shared))
        == Publishers.SubscribeOn<Just<Int>, ImmediateScheduler>.self)
  }
}
