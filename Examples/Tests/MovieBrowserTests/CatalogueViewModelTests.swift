import MovieBrowser
import MovieServer
import StreamCore
import StreamMapping
import Testing

@Suite("View model keeping the error", .timeLimit(.minutes(1)))
@MainActor
struct CatalogueViewModelTests {
  @Test("All lists are loaded, in their order")
  func allLists() async throws {
    try await withServer { server in
      let model = CatalogueViewModel(fetch: fetch(from: server.baseURL))
      await completion { model.load(nil, whenDone: $0) }
      #expect(model.shelves.map(\.list) == MovieList.allCases)
      #expect(model.shelves.allSatisfy { !$0.movies.isEmpty })
      #expect(model.error == nil)
      #expect(server.requestCount == 4)
    }
  }

  @Test("One list can be loaded alone", arguments: MovieList.allCases)
  func oneList(list: MovieList) async throws {
    try await withServer { server in
      let model = CatalogueViewModel(fetch: fetch(from: server.baseURL))
      await completion { model.load(list, whenDone: $0) }
      #expect(model.shelves.map(\.list) == [list])
      #expect(server.requestCount == 1)
    }
  }

  @Test("The front page is loaded first, then the other lists in parallel")
  func order() async throws {
    let requests = Log<String>()
    let subjects = Dictionary(
      uniqueKeysWithValues: MovieList.allCases.map { ($0, PassthroughSubject<[Movie], FetchError>()) })
    let model = CatalogueViewModel { list in
      Deferred {
        requests.append(list.rawValue)
        return subjects[list, default: PassthroughSubject()]
      }
      .eraseToAnyPublisher()
    }
    await completion { whenDone in
      model.load(nil, whenDone: whenDone)
      #expect(requests.entries == ["now-playing"])
      subjects[.nowPlaying]?.send([])
      #expect(requests.entries == MovieList.allCases.map(\.rawValue))
      for list in MovieList.allCases.reversed() {
        subjects[list]?.send([])
        subjects[list]?.send(completion: .finished)
      }
    }
    #expect(model.shelves.map(\.list) == MovieList.allCases)
  }

  @Test("An error is kept until the next load, which may succeed")
  func keepsError() async throws {
    try await withServer(.init(failingRequests: 1)) { server in
      let model = CatalogueViewModel(fetch: fetch(from: server.baseURL, retries: 0))
      await completion { model.load(nil, whenDone: $0) }
      #expect(model.shelves.isEmpty)
      #expect(model.error?.description == "now-playing: the server answered with status 500")

      await completion { model.load(nil, whenDone: $0) }
      #expect(model.error == nil)
      #expect(model.shelves.count == 4)
    }
  }

  @Test("The error of any list is the error of the whole load", arguments: MovieList.allCases)
  func errorOfOneList(failing: MovieList) async throws {
    let model = CatalogueViewModel { list in
      list == failing
        ? Persistence(retries: 0).fetch(list.rawValue) {
          Fail<[Movie], MovieAPIError>(error: .badResponse(status: 404)).eraseToAnyPublisher()
        }
        : Just([]).setFailureType(to: FetchError.self).eraseToAnyPublisher()
    }
    await completion { model.load(nil, whenDone: $0) }
    #expect(model.error?.subject == failing.rawValue)
    #expect(model.shelves.isEmpty)
  }

  @Test("After a cancel a load reports nothing")
  func cancel() async throws {
    let subject = PassthroughSubject<[Movie], FetchError>()
    let model = CatalogueViewModel { _ in subject.eraseToAnyPublisher() }
    model.load(.popular) { Issue.record("done after a cancel") }
    model.cancel()
    subject.send([])
    subject.send(completion: .finished)
    await mainQueueTurn()
    #expect(model.shelves.isEmpty)
  }
}
