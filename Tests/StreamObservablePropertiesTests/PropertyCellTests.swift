import StreamCore
import TestSupport
import Testing

@testable import StreamObservableProperties

@Suite("The storage of a property")
struct PropertyCellTests {
  private final class Model: KeyPathObservable {
    @Published var name = ""
  }

  @Test("Assigned publishers are cancelled with the owner, and one that has completed is released before")
  func feeds() {
    let sources = (1...3).map { _ in ScriptedPublisher<String, Never>() }
    do {
      let model = Model()
      for source in sources { source.assign(to: &model.$name) }
      for (index, source) in sources.enumerated() { source.send("\(index)") }
      expectEqual(model.name, "2")
      expectEqual(model.$name.cell.feedCount, 3)
      sources[0].send(completion: .finished)
      expectEqual(model.$name.cell.feedCount, 2)
    }
    expectEqual(sources.map(\.cancelCount), [0, 1, 1])
  }
}
