import StreamCore
import StreamMapping
import StreamObservableProperties
import TestSupport
import Testing

private final class Model {
  @Published var name = "u"
}

@Suite("A @Published property whose chain fails")
struct FailingChainTests {
  @Test("The failure ends the stream of that chain only; the property keeps changing")
  func chainFails() {
    let model = Model()
    let recorder = model.$name.tryMap { name in
      if name == "boom" { throw TestError() }
      return "\(name)!"
    }.record()
    model.name = "redfish"
    model.name = "boom"
    model.name = "bluefish"
    expectEqual(recorder.values, ["u!", "redfish!"])
    expectEqual(recorder.failure as? TestError, TestError())
    expectEqual(model.name, "bluefish")
  }
}
