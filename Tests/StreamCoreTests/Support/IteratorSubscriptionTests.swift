import StreamCore
import TestSupport
import Testing

@Suite("IteratorSubscription")
struct IteratorSubscriptionTests {
  typealias Recorder = RecordingSubscriber<Int, TestError>

  @Test("Delivers the values, then the given completion", arguments: [nil, TestError("lost")])
  func serves(error: TestError?) {
    let recorder = Recorder(demand: .max(2))
    let completion: Subscribers.Completion<TestError> = error.map { .failure($0) } ?? .finished
    recorder.serve([1, 2, 3].makeIterator(), then: completion, as: "Source")
    expectEqual(recorder.events, [.subscription("Source"), .value(1), .value(2)])
    recorder.request(.max(1))
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.completions, [completion])
  }

  @Test("Without values the completion is delivered at once, with the empty subscription")
  func servesNothing() {
    let recorder = Recorder(demand: .none)
    recorder.serve(EmptyCollection<Int>().makeIterator(), then: .failure(TestError()), as: "Source")
    expectEqual(recorder.events, [.subscription("Empty"), .failure(TestError())])
  }

  @Test("Describes itself by the given text until the end, then by its name")
  func description() throws {
    let recorder = Recorder(demand: .none)
    recorder.serve([1].makeIterator(), then: .finished, as: "Source", showing: ["one"])
    let subscription = try #require(recorder.subscription)
    expectEqual("\(subscription)", #"["one"]"#)
    recorder.cancel()
    expectEqual("\(subscription)", "Source")
  }

  @Test("The object it describes may call back from its description (rule 6)", .timeLimit(.generous))
  func reentrantDescription() throws {
    struct Shown: CustomStringConvertible {
      let recorder: Recorder
      var description: String {
        recorder.cancel()
        return "shown"
      }
    }
    let recorder = Recorder(demand: .none)
    recorder.serve([1].makeIterator(), then: .finished, as: "Source", showing: Shown(recorder: recorder))
    // The recorder wrote the description down before it had the subscription.
    let subscription = try #require(recorder.subscription)
    expectEqual("\(subscription)", "shown")
    expectEqual("\(subscription)", "Source")
  }

  @Test("A value's deinit may call back (rule 6)", .timeLimit(.generous))
  func reentrantDeinit() {
    final class Value: Sendable {
      let onRelease: @Sendable () -> Void
      init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
      deinit { onRelease() }
    }
    let calls = Box(0)
    let recorder = RecordingSubscriber<Value, Never>(demand: .none)
    do {
      let value = Value { [weak recorder] in
        calls.update { $0 += 1 }
        recorder?.request(.max(1))
        recorder?.cancel()
      }
      recorder.serve(CollectionOfOne(value).makeIterator(), then: .finished, as: "Source", showing: value)
    }
    expectEqual(calls.value, 0)
    recorder.cancel()
    expectEqual(calls.value, 1)
    expectEqual(recorder.events.count, 1)
  }

  @Test("A cancel that races the delivery of many values stops it, and releases everything")
  func cancelRacesDelivery() {
    let alive = Box(0)
    do {
      let probes = (0..<2_000).map { _ in
        let counted = Counted(alive)
        let probe = CountingSubscriber<Int, Never> { _, _ in withExtendedLifetime(counted) { .max(1) } }
        probe.serve((0..<100).makeIterator(), then: .finished, as: "Source")
        return probe
      }
      race(over: probes) {
        $0.request(.max(1))
      } against: {
        $0.cancel()
      }
      expect(probes.allSatisfy { $0.completionCount <= 1 && ($0.completionCount == 0 || $0.valueCount == 100) })
      let counts = probes.map(\.valueCount)
      for probe in probes { probe.request(.unlimited) }
      expectEqual(probes.map(\.valueCount), counts)
    }
    expectEqual(alive.value, 0)
  }
}
