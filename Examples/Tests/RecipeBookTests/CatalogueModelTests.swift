import RecipeBook
import StreamCore
import StreamMapping
import StreamObservableProperties
import Testing

@Suite("Recipe: view models and their errors")
struct CatalogueModelTests {
  private struct NoList: Error, Equatable {
    var index: Int
  }

  private static func fetch(failing: Int) -> @Sendable (Int) -> AnyPublisher<[String], NoList> {
    { index in
      index == failing
        ? Fail(error: NoList(index: index)).eraseToAnyPublisher()
        : Just(["film \(index)"]).setFailureType(to: NoList.self).eraseToAnyPublisher()
    }
  }

  @Test("Each choice replaces the list; a failed one is empty, and the next works again", arguments: 0..<4)
  func forgetful(failing: Int) {
    let model = ForgetfulCatalogue(fetch: Self.fetch(failing: failing))
    for index in [0, 1, 2, 3, failing, 0] {
      model.index = index
      #expect(model.titles == (index == failing ? [] : ["film \(index)"]))
    }
  }

  @Test("The error of the last choice is kept beside the last list, until the next success")
  func candid() {
    let model = CandidCatalogue(fetch: Self.fetch(failing: 1))
    #expect(model.titles == ["film 0"])
    #expect(model.error == nil)
    model.index = 1
    #expect(model.titles == ["film 0"])
    #expect(model.error == NoList(index: 1))
    model.index = 2
    #expect(model.titles == ["film 2"])
    #expect(model.error == nil)
  }

  @Test("A choice cancels the request for the one before, and a released model makes no request")
  func ends() {
    let requests = [PassthroughSubject<[String], NoList>(), PassthroughSubject<[String], NoList>()]
    weak var released: CandidCatalogue<NoList>?
    do {
      let model = CandidCatalogue { requests[$0].eraseToAnyPublisher() }
      released = model
      model.index = 1
      requests[0].send(["too late"])
      #expect(model.titles.isEmpty)
      requests[1].send(["in time"])
      #expect(model.titles == ["in time"])
    }
    #expect(released == nil)
  }
}
