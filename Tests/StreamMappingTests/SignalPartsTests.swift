import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("inputs, values and failures")
struct SignalPartsTests {
  @Test("A stream of signals is split into its values and its failures")
  func splits() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let signals = PassthroughSubject<StreamSignal<Int, TestError>, Never>()
    let (inputs, values, failures) = (signals.inputs().record(), signals.values().record(), signals.failures().record())
    let feed = upstream.materialize(includingSubscription: true).subscribe(signals)
    upstream.send(1)
    upstream.send(completion: .failure(TestError("E")))
    expectEqual(inputs.values, [1])
    expectEqual(values.values, [1])
    expectEqual(failures.values, [TestError("E")])
    expect(inputs.isFinished && values.isFinished && failures.isFinished)
    withExtendedLifetime(feed) {}
  }

  @Test("One more is asked for in place of a signal that is left out; a finish is no failure")
  func demand() {
    let signals = ScriptedPublisher<StreamSignal<Int, TestError>, Never>()
    let (inputs, failures) = (signals.inputs().record(demand: .max(1)), signals.failures().record(demand: .max(1)))
    signals.send(.completion(.finished))
    expect(inputs.values.isEmpty && failures.values.isEmpty)
    expectEqual([StreamSignal<Int, TestError>.subscription].publisher.inputs().record().events.last, .finished)
    let other = ScriptedPublisher<StreamSignal<Int, TestError>, Never>()
    let recorder = other.inputs().record(demand: .max(1))
    expectEqual(other.send(.completion(.finished)), .max(1))
    expectEqual(other.send(.input(1)), .none)
    expectEqual(recorder.values, [1])
  }
}
