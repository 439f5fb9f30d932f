import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("cancel(on:)")
struct CancelOnTests {
  // Case XA-281.
  @Test("Upstream is cancelled in one block of the scheduler, once")
  func cancels() {
    let (scheduler, upstream) = (ManualScheduler(), ScriptedPublisher<Int, TestError>())
    let recorder = upstream.cancel(on: scheduler, options: "options").record()
    upstream.send(1)
    recorder.cancel()
    recorder.cancel()
    expectEqual(upstream.cancelCount, 0)
    expectEqual(scheduler.count, 1)
    expectEqual(scheduler.options, ["options"])
    scheduler.runAll()
    expectEqual(upstream.cancelCount, 1)
    expectEqual(recorder.values, [1])
  }

  // Case XA-281.
  @Test("On a queue, the cancel runs there")
  func onQueue() async {
    let queue = DispatchQueue.named("cancels")
    let names = Box<[String]>([])
    let source = PassthroughSubject<Int, Never>()
    let observed = CancelObserver(upstream: source) { names.update { $0.append(DispatchQueue.currentName) } }
    observed.cancel(on: queue).record().cancel()
    queue.sync {}
    expectEqual(names.value, ["cancels"])
  }

  // Case XA-282.
  @Test("Nothing is delivered between the cancel and the block")
  func silent() {
    let (scheduler, upstream) = (ManualScheduler(), ScriptedPublisher<Int, TestError>(letsGo: false))
    let recorder = upstream.cancel(on: scheduler).record()
    recorder.cancel()
    expectEqual(upstream.send(1), .none)
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    scheduler.runAll()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("After the end there is nothing to cancel, and a request before the block has no effect")
  func end() {
    let (scheduler, upstream) = (ManualScheduler(), ScriptedPublisher<Int, TestError>())
    let finished = upstream.cancel(on: scheduler).record(demand: .max(2))
    upstream.send(completion: .failure(TestError("a")))
    finished.cancel()
    expectEqual(finished.failure, TestError("a"))
    expectEqual(scheduler.count, 0)
    let other = ScriptedPublisher<Int, TestError>()
    let recorder = other.cancel(on: scheduler).record(demand: .max(2))
    recorder.cancel()
    recorder.request(.max(1))
    expectEqual(other.requests, [.demand(.max(2))])
    scheduler.runAll()
    expectEqual(other.requests, [.demand(.max(2)), .cancel])
  }

  @Test("A cancel inside the handover and inside a delivery ends at once")
  func inside() {
    let (scheduler, upstream) = (ManualScheduler(), ScriptedPublisher<Int, TestError>())
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onSubscription = { $0.cancel() }
    upstream.cancel(on: scheduler).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [])
    let later = RecordingSubscriber<Int, Never>(demand: .unlimited)
    later.onValue = { [unowned later] _ in
      later.cancel()
      return .none
    }
    [1, 2, 3].publisher.cancel(on: scheduler).subscribe(later)
    expectEqual(later.values, [1])
    expectEqual(scheduler.count, 2)
    scheduler.runAll()
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("Demand passes unchanged, and everything is released, however the stream ends")
  func demandAndRelease() {
    expectEqual(TestSupport.demand { $0.cancel(on: ImmediateScheduler.shared) }, .passedOn)
    expectEqual(
      leaks { source, token in
        Publishers.Map(upstream: source) { token.pass($0) }.cancel(on: ImmediateScheduler.shared)
      }, [])
  }
}

/// Tells when it is cancelled.
private struct CancelObserver<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  let onCancel: @Sendable () -> Void

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    subscriber.receive(subscription: ObservedCancel(onCancel: onCancel))
  }
}

private struct ObservedCancel: Subscription {
  let combineIdentifier = CombineIdentifier()
  let onCancel: @Sendable () -> Void

  func request(_ demand: Subscribers.Demand) {}

  func cancel() {
    onCancel()
  }
}
