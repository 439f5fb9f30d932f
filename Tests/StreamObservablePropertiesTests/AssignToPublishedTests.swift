import StreamCore
import StreamObservableProperties
import TestSupport
import Testing

private final class Model: ObservableObject {
  @Published var name = ""
  @Published var copy = ""
}

@Suite("assign(to: &$property)")
struct AssignToPublishedTests {
  @Test("Republishes into the property, with nothing to store")
  func assigns() {
    let model = Model()
    expectEqual(model.name, "")
    Just("Lisi").assign(to: &model.$name)
    expectEqual(model.name, "Lisi")
  }

  @Test("Requests unlimited demand, notifies subscribers of property and object, and stops at the completion")
  func telling() {
    let model = Model()
    let source = ScriptedPublisher<String, Never>()
    let (names, changes) = (model.$name.record(), model.objectWillChange.record())
    source.assign(to: &model.$name)
    expectEqual(source.requests, [.demand(.unlimited)])
    source.send("a")
    source.send("b")
    source.send(completion: .finished)
    source.send("c")
    expectEqual(names.values, ["", "a", "b"])
    expect(names.completions.isEmpty)
    expectEqual(changes.values.count, 2)
    expectEqual(model.name, "b")
  }

  @Test("The subscription ends with the property's owner, which it does not keep alive")
  func ownersLife() {
    let source = PassthroughSubject<String, Never>()
    let scripted = ScriptedPublisher<String, Never>()
    weak var weakModel: Model?
    var kept: (any Subscription)?
    do {
      let model = Model()
      weakModel = model
      source.assign(to: &model.$name)
      scripted.assign(to: &model.$name)
      model.$name.assign(to: &model.$copy)
      // A subscriber that stays does not make the property's feeds stay.
      let recorder = model.$name.record()
      kept = recorder.subscription
      source.send("x")
      expectEqual(model.copy, "x")
      expectEqual(recorder.values, ["", "x"])
    }
    expect(weakModel == nil)
    expectEqual(scripted.cancelCount, 1)
    source.send("y")
    withExtendedLifetime(kept) {}
  }

  @Test("The upstream subscription is released at the completion")
  func releasedAtEnd() {
    let model = Model()
    weak var token: Token?
    do {
      let new = Token()
      token = new
      let subject = PassthroughSubject<String, Never>()
      Deferred { new.pass(subject) }.assign(to: &model.$name)
      subject.send("a")
      subject.send(completion: .finished)
    }
    expectEqual(model.name, "a")
    expect(token == nil)
  }

  @Test("Sending while another thread releases the owner is safe")
  func race() {
    let pairs = (0..<300).map { _ in Pair() }
    TestSupport.race(over: pairs) { pair in
      pair.source.send("a")
    } against: { pair in
      pair.model.update { $0 = nil }
    }
    for pair in pairs { expect(pair.weakModel.value() == nil) }
  }
}

private final class Pair: @unchecked Sendable {
  // Sendable: the subject is safe on any thread, and the model is in a box.
  let source = PassthroughSubject<String, Never>()
  let model: Box<Model?>
  let weakModel: Box<() -> Model?>

  init() {
    let model = Model()
    source.assign(to: &model.$name)
    self.model = Box(model)
    weakModel = Box { [weak model] in model }
  }
}
