import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("materialize")
struct MaterializeTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>
  private typealias Recorded = StreamSignal<Int, TestError>

  private let failure = Recorded.completion(.failure(TestError()))

  // Case XA-067.
  @Test("Values and the end become elements, and then the stream finishes")
  func signals() {
    marbles("-1--2--#") { $0.materialize() }.expect("-A--B--(C|)")
    expectEqual(
      Record(output: [1, 2], completion: .failure(TestError())).materialize().record().values,
      [
        .input(1), .input(2), failure,
      ])
    #expect(Empty<Int, TestError>().materialize().record().values == [.completion(.finished)])
  }

  // Case XA-068.
  @Test("The signal of the end waits for demand")
  func endWaits() {
    let scheduler = TestScheduler()
    let upstream = scheduler.publisher("-1|", failure: TestError()) { $0.wholeNumberValue ?? 0 }
    let subscriber = scheduler.createTestableSubscriber(
      StreamSignal<Int, TestError>.self, Never.self, options: TestableSubscriberOptions(initialDemand: .max(1)))
    upstream.materialize().subscribe(subscriber)
    scheduler.schedule(after: 4) { subscriber.request(.max(1)) }
    scheduler.resume()
    expectEqual(
      subscriber.recordedOutput,
      [
        (0, .subscription), (1, .input(.input(1))), (4, .input(.completion(.finished))), (4, .completion(.finished)),
      ])
  }

  // Case XA-070.
  @Test("A cancel while the signal of the end waits does not cancel upstream again, and releases the signal")
  func cancelWhileWaiting() {
    let upstream = Upstream(letsGo: false)
    let recorder = upstream.materialize().record(demand: .none)
    upstream.send(completion: .finished)
    recorder.cancel()
    recorder.request(.max(1))
    expectEqual(upstream.cancelCount, 0)
    expect(recorder.values.isEmpty)
    expect(recorder.completions.isEmpty)
  }

  @Test("The subscription can be the first element; it takes up the first demand, and upstream is asked after it")
  func subscriptionFirst() {
    expect(
      [1, 2].publisher.materialize(includingSubscription: true).record().values.map { "\($0)" }
        == ["subscription", "input(1)", "input(2)", "finished"])
    let upstream = Upstream()
    let recorder = upstream.materialize(includingSubscription: true).record(demand: .none)
    expectEqual(upstream.subscriberCount, 1)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [.subscription])
    expectEqual(upstream.requests, [])
    recorder.request(.max(2))
    expectEqual(upstream.requests, [.demand(.max(2))])
  }

  @Test("What upstream is asked for does not include the demand that the subscription took up")
  func subscriptionTakesUpDemand() {
    let upstream = Upstream()
    let recorder = upstream.materialize(includingSubscription: true).record(demand: .max(3)) { signal in
      signal == .subscription ? .max(1) : .none
    }
    expectEqual(upstream.requests, [.demand(.max(3))])
    expectEqual(recorder.values, [.subscription])
  }

  @Test("An upstream that ends before there is demand leaves two signals, which wait in order")
  func twoWait() {
    let recorder = Empty<Int, TestError>().materialize(includingSubscription: true).record(demand: .none)
    expectEqual(recorder.values, [])
    recorder.request(.max(1))
    expectEqual(recorder.values, [.subscription])
    expect(!recorder.isFinished)
    recorder.request(.max(1))
    expectEqual(recorder.values, [.subscription, .completion(.finished)])
    expect(recorder.isFinished)
  }

  @Test("Demand passes upstream unchanged, and what downstream returns goes back with the value")
  func demand() {
    let upstream = Upstream()
    let recorder = upstream.materialize().record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(3))
    recorder.request(.unlimited)
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.unlimited)])
  }

  @Test("A value that comes without demand is dropped, and reported")
  func beyondDemand() {
    let drops = DropRecorder(of: nil)
    let upstream = Upstream()
    let recorder = upstream.materialize().record(demand: .none)
    upstream.send(1)
    recorder.request(.unlimited)
    expect(recorder.values.isEmpty)
    expect(drops.reports.contains { $0.operatorName == "Materialize" && $0.reason == .beyondDemand })
  }

  @Test("A signal from inside a delivery comes after it, the end included")
  func reentrant() {
    let upstream = Upstream()
    let recorder = upstream.materialize().record { signal in
      if signal == .input(1) {
        upstream.send(2)
        upstream.send(completion: .failure(TestError()))
      }
      return .none
    }
    upstream.send(1)
    expectEqual(recorder.values, [.input(1), .input(2), failure])
    expectEqual(recorder.overlaps, 0)
    expect(recorder.isFinished)
  }

  @Test("A long upstream does not grow the stack, nor a queue behind the subscription")
  func long() {
    let counter = CountingSubscriber<StreamSignal<Int, Never>, Never>()
    (0..<manyTimes).publisher.materialize(includingSubscription: true).subscribe(counter)
    counter.request(.unlimited)
    expectEqual(counter.valueCount, manyTimes + 2)
    expectEqual(counter.completionCount, 1)
  }

  @Test("Releases downstream, however the stream ends")
  func release() {
    expectEqual(leaks { source, _ in source.materialize() }, [])
    expectEqual(leaks { source, _ in source.materialize(includingSubscription: true) }, [])
  }

  @Test("Ignores signals that break the contract")
  func misbehaviourIsIgnored() {
    expectEqual(misbehaviour { $0.materialize().dematerialize() }, .ignored)
  }

  @Test("Its subscription describes itself as Materialize")
  func description() {
    expectEqual(names { $0.materialize() }, NamesReport(subscriber: "Materialize", subscription: "Materialize"))
  }
}
