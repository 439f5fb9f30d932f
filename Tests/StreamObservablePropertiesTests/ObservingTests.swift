import Observation
import StreamCore
import StreamObservableProperties
import TestSupport
import Testing

@Observable
@MainActor
private final class Model {
  var name = "a"
  var other = 0
}

/// Waits until the main actor has done what it was given.
@MainActor
private func turn(until isDone: () -> Bool = { false }, atMost turns: Int = 50) async {
  for _ in 0..<turns where !isDone() { await Task.yield() }
}

@Suite("observing { }")
@MainActor
struct ObservingTests {
  @Test("Delivers the value read, then the changed one, once for all changes of one turn")
  func coalesces() async {
    let model = Model()
    let recorder = observing { model.name }.record()
    expectEqual(recorder.values, [])
    await turn { recorder.values.count == 1 }
    expectEqual(recorder.values, ["a"])
    model.name = "b"
    model.name = "c"
    expectEqual(recorder.values, ["a"])
    await turn { recorder.values.count == 2 }
    model.other = 1
    await turn()
    expectEqual(recorder.values, ["a", "c"])
    model.name = "d"
    await turn { recorder.values.count == 3 }
    expectEqual(recorder.values, ["a", "c", "d"])
    expectEqual(recorder.subscriptions, ["Observing"])
  }

  @Test("Reads only on demand")
  func demand() async {
    let model = Model()
    let readings = Box(0)
    let recorder = observing {
      readings.increment()
      return model.name
    }.record(demand: .none)
    await turn()
    expectEqual(readings.value, 0)
    recorder.request(.max(1))
    await turn { !recorder.values.isEmpty }
    model.name = "b"
    await turn()
    model.name = "c"
    await turn()
    expectEqual(recorder.values, ["a"])
    expectEqual(readings.value, 1)
    recorder.request(.max(2))
    await turn { recorder.values.count == 2 }
    model.name = "d"
    await turn { recorder.values.count == 3 }
    expectEqual(recorder.values, ["a", "c", "d"])
    expectEqual(readings.value, 3)
  }

  @Test("A request for no values reads nothing")
  func requestNone() async {
    let model = Model()
    let readings = Box(0)
    let recorder = observing {
      readings.increment()
      return model.name
    }.record(demand: .none)
    recorder.request(.none)
    await turn()
    expectEqual(readings.value, 0)
    recorder.request(.max(1))
    await turn { !recorder.values.isEmpty }
    recorder.request(.none)
    model.name = "b"
    await turn()
    expectEqual(readings.value, 1)
    expectEqual(recorder.values, ["a"])
  }

  @Test("A cancel releases closure, model and subscriber, and prevents a scheduled reading")
  func cancel() async {
    weak var weakModel: Model?
    weak var token: Token?
    let recorder: RecordingSubscriber<String, Never>
    do {
      let (model, newToken) = (Model(), Token())
      (weakModel, token) = (model, newToken)
      recorder = observing { newToken.pass(model.name) }.record()
      await turn { recorder.values.count == 1 }
      model.name = "b"
      recorder.cancel()
      await turn()
    }
    await turn { weakModel == nil && token == nil }
    expect(weakModel == nil)
    expect(token == nil)
    expectEqual(recorder.values, ["a"])
  }

  @Test("A model that is kept does not retain a cancelled subscriber")
  func cancelWithModel() async {
    let model = Model()
    weak var subscriber: RecordingSubscriber<String, Never>?
    do {
      let recorder = observing { model.name }.record()
      subscriber = recorder
      await turn { recorder.values.count == 1 }
      recorder.cancel()
      recorder.forget()
    }
    await turn { subscriber == nil }
    expect(subscriber == nil)
    model.name = "b"
    await turn()
  }

  @Test("A subscriber may change the model, or cancel, from inside a delivery")
  func inside() async {
    let model = Model()
    let recorder = observing { model.name }.record { name in
      MainActor.assumeIsolated {
        if name.count < 4 { model.name += "x" }
      }
      return .none
    }
    await turn { recorder.values.count == 4 }
    expectEqual(recorder.values, ["a", "ax", "axx", "axxx"])
    let once = observing { model.name }.record()
    once.onValue = { _ in
      once.cancel()
      return .none
    }
    await turn { once.values.count == 1 }
    model.name = "z"
    await turn()
    expectEqual(once.values, ["axxx"])
    once.onValue = nil
  }

  @Test("Several subscribers read independently, wherever they subscribed")
  func elsewhere() async {
    let model = Model()
    let publisher = observing { model.name }
    let one = publisher.record()
    let two = await Task.detached { publisher.record() }.value
    await turn { one.values.count == 1 && two.values.count == 1 }
    model.name = "b"
    await turn { one.values.count == 2 && two.values.count == 2 }
    expectEqual(one.values, ["a", "b"])
    expectEqual(two.values, ["a", "b"])
  }

  @Test("observing may be called on any actor")
  func ownActor() async {
    let recorder = await Owner().run()
    await turn(until: { recorder.values.count == 2 }, atMost: 10_000)
    expectEqual(recorder.values, [0, 2])
  }
}

private actor Owner {
  @Observable
  final class Counter {
    var count = 0
  }

  let counter = Counter()

  func run() async -> RecordingSubscriber<Int, Never> {
    let counter = counter
    let recorder = observing { counter.count }.record()
    while recorder.values.isEmpty { await Task.yield() }
    counter.count = 1
    counter.count = 2
    return recorder
  }
}
