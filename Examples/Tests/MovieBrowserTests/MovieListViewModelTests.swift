import MovieBrowser
import MovieServer
import StreamCore
import Testing

@Suite("View model showing one list at a time", .timeLimit(.minutes(1)))
@MainActor
struct MovieListViewModelTests {
  @Test("Each chosen list replaces the one before")
  func replacesList() async throws {
    try await withServer { server in
      let model = MovieListViewModel(fetch: fetch(from: server.baseURL))
      defer { model.cancel() }
      await change(of: model) {}
      var shown = [model.movies.map(\.id)]
      for index in 1..<4 {
        await change(of: model) { model.index = index }
        shown.append(model.movies.map(\.id))
      }
      #expect(Set(shown).count == 4)
      #expect(shown.allSatisfy { !$0.isEmpty })
      #expect(model.index == 3)
    }
  }

  @Test("A list that fails is empty, and the next choice works", arguments: 0..<4)
  func failingList(failing: Int) async throws {
    try await withServer { server in
      let works = fetch(from: server.baseURL)
      let fails = fetch(from: try await deadAddress(), retries: 0)
      let model = MovieListViewModel(index: failing) { list in
        list == MovieList.allCases[failing] ? fails(list) : works(list)
      }
      defer { model.cancel() }
      await change(of: model) {}
      #expect(model.movies.isEmpty)
      for index in [0, 1, 2, 3, failing] {
        await change(of: model) { model.index = index }
        #expect(model.movies.isEmpty == (index == failing))
      }
    }
  }

  @Test("Nothing is shown after a cancel, and the model is released")
  func cancel() async throws {
    let subject = PassthroughSubject<[Movie], FetchError>()
    weak var released: MovieListViewModel?
    do {
      let model = MovieListViewModel { _ in subject.eraseToAnyPublisher() }
      released = model
      let changes = Log<Int>()
      let subscription = model.objectWillChange.sink { changes.append(1) }
      model.cancel()
      subject.send([])
      await mainQueueTurn()
      #expect(changes.entries.isEmpty)
      subscription.cancel()
    }
    #expect(released == nil)
  }

  /// Performs an action on the model, and waits until its films have been replaced.
  private func change(of model: MovieListViewModel, when action: @MainActor () -> Void) async {
    await withCheckedContinuation { continuation in
      var subscription: AnyCancellable?
      subscription = model.objectWillChange.sink {
        MainActor.assumeIsolated {
          subscription?.cancel()
          continuation.resume()
        }
      }
      action()
    }
    // The change is announced before it happens.
    await mainQueueTurn()
  }
}
