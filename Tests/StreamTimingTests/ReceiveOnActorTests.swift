import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

@Suite("receive(on:) of an actor", .timeLimit(.generous))
struct ReceiveOnActorTests {
  private actor Store {
    nonisolated let isolated = Box<[Int]>([])

    nonisolated func note(_ value: Int) {
      preconditionIsolated()
      isolated.update { $0.append(value) }
    }
  }

  @Test("Values and the completion are delivered on the actor, in order")
  func onActor() async {
    let store = Store()
    let end = Box(false)
    let subject = PassthroughSubject<Int, Never>()
    let sink = subject.receive(on: store).sink { _ in
      store.preconditionIsolated()
      end.value = true
    } receiveValue: {
      store.note($0)
    }
    for value in 0..<1_000 { subject.send(value) }
    subject.send(completion: .finished)
    while !end.value { await Task.yield() }
    expectEqual(store.isolated.value, Array(0..<1_000))
    withExtendedLifetime(sink) {}
  }

  @Test("On the main actor, a publisher of one value delivers it before sink returns")
  @MainActor
  func onMainActor() async {
    let values = Box<[Int]>([])
    // Other tests may use this scheduler, too: then it takes a while until nothing waits.
    repeat {
      await Task.yield()
      values.value = []
      _ = Just(1).receive(on: MainActor.shared).sink { value in values.update { $0.append(value) } }
    } while values.value.isEmpty
    expectEqual(values.value, [1])
  }
}
