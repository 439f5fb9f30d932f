import StreamCore
import StreamMapping
import StreamObservableProperties
import TestSupport
import Testing

private final class Model {
  @Published var name = "u"
}

@Suite("A chain that fails")
struct FailingChainTests {
  @Test("A-058, R-80, D-13: Ends its own stream; the property goes on changing")
  func chainFails() {
    let model = Model()
    let recorder = model.$name.tryMap { name in
      if name == "boom" { throw TestError() }
      return "\(name)!"
    }.record()
    model.name = "redfish"
    model.name = "boom"
    model.name = "bluefish"
    #expect(recorder.values == ["u!", "redfish!"])
    #expect(recorder.failure as? TestError == TestError())
    #expect(model.name == "bluefish")
  }
}
