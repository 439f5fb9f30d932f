import StreamCore
import StreamCreating
import TestSupport
import Testing

@Suite("DeferredFuture")
struct DeferredFutureTests {
  typealias IntFuture = DeferredFuture<Int, TestError>
  typealias Event = RecordingSubscriber<Int, TestError>.Event

  let name = Event.subscription("DeferredFuture")

  @Test("The closure runs for each subscriber, where that of a Future runs once")
  func runsForEach() {
    let runs = Box(0)
    let publisher = IntFuture { $0(.success(runs.increment())) }
    expectEqual(runs.value, 0)
    expectEqual(publisher.record().events, [name, .value(1), .finished])
    expectEqual(publisher.record().events, [name, .value(2), .finished])
  }

  @Test("The promise may be fulfilled later, on any thread; fulfilling it twice does no harm")
  func promiseLater() {
    let promises = Box<[IntFuture.Promise]>([])
    let publisher = IntFuture { promise in promises.update { $0.append(promise) } }
    let (first, second) = (publisher.record(), publisher.record(demand: .max(1)))
    expectEqual(first.events, [name])
    let (one, other) = (promises.value[0], promises.value[1])
    JoinableThread { one(.success(7)) }.join()
    one(.success(8))
    one(.failure(TestError()))
    expectEqual(first.events, [name, .value(7), .finished])
    expectEqual(second.events, [name])
    concurrently(4) { other(.success($0)) }
    expectEqual(second.values.count, 1)
    expect(second.isFinished)
  }

  @Test("A promise fulfilled with a failure fails the stream")
  func failure() {
    expectEqual(IntFuture { $0(.failure(TestError("lost"))) }.record().events, [name, .failure(TestError("lost"))])
  }

  @Test("After a cancel the promise has no effect, and one that is kept retains no subscriber")
  func cancelled() {
    let promise = Box<IntFuture.Promise?>(nil)
    weak var downstream: RecordingSubscriber<Int, TestError>?
    do {
      let recorder = IntFuture { promise.value = $0 }.record()
      downstream = recorder
      recorder.cancel()
      promise.value?(.success(1))
      expectEqual(recorder.events, [name])
    }
    expect(downstream == nil)
  }

  @Test("After a cancel while the closure runs, a promise that is kept retains no subscriber, and delivers nothing")
  func cancelledInsideClosure() {
    let promise = Box<IntFuture.Promise?>(nil)
    weak var downstream: RecordingSubscriber<Int, TestError>?
    do {
      let recorder = RecordingSubscriber<Int, TestError>()
      downstream = recorder
      IntFuture { [unowned recorder] in
        promise.value = $0
        recorder.cancel()
      }.subscribe(recorder)
      expectEqual(recorder.events, [name])
    }
    expect(promise.value != nil)
    expect(downstream == nil)
  }

  @Test("A promise that is released unfulfilled releases the waiting subscriber")
  func promiseLetGo() {
    weak var downstream: RecordingSubscriber<Int, TestError>?
    do {
      let recorder = IntFuture { _ in }.record()
      downstream = recorder
      recorder.forget()
    }
    expect(downstream == nil)
  }

  @Test("Nothing is delivered before the subscription, from whatever thread the promise is fulfilled (rule 3)")
  func subscriptionFirst() {
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { $0.request(.max(1)) }
    IntFuture { promise in JoinableThread { promise(.success(1)) }.join() }.subscribe(recorder)
    expectEqual(recorder.events, [name, .value(1), .finished])
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A cancel that races the promise lets all signals through or none")
  func cancelRacesPromise() {
    let pairs = (0..<2_000).map { _ in
      let promise = Box<IntFuture.Promise?>(nil)
      let subscriber = CountingSubscriber<Int, TestError>()
      IntFuture { promise.value = $0 }.subscribe(subscriber)
      subscriber.request(.max(1))
      return (promise, subscriber)
    }
    race(over: pairs) {
      $0.0.value?(.success(1))
    } against: {
      $0.1.cancel()
    }
    expect(pairs.allSatisfy { $0.1.valueCount <= 1 && $0.1.completionCount <= $0.1.valueCount })
  }
}
