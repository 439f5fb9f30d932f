import Foundation
import MovieBrowser
import MovieServer
import StreamCore
import StreamMapping
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Movie API returning a future", .timeLimit(.minutes(1)))
@MainActor
struct MovieAPITests {
  @Test("The films of every list come from the server, with their dates", arguments: MovieList.allCases)
  func lists(list: MovieList) async throws {
    try await withServer { server in
      let movies = try await films(list, at: server.baseURL).get()
      #expect(movies.count >= 5)
      #expect(Set(movies.map(\.id)).count == movies.count)
      #expect(movies.allSatisfy { $0.releaseDate.formatted(.iso8601.year()) >= "2012" })
      #expect(movies.allSatisfy { ($0.rating == nil) == (list == .upcoming) })
    }
  }

  @Test(
    "A status is an error below 200 and from 300 on",
    arguments: [199: false, 200: true, 299: true, 300: false])
  func statuses(status: Int, isGood: Bool) async throws {
    let result = try await films(.popular, at: "http://status-\(status)", session: StubbedHTTP.session())
    switch (result, isGood) {
    case (.success(let movies), true): #expect(movies.isEmpty)
    case (.failure(.badResponse(status)), false): break
    default: Issue.record("status \(status) gave \(String(describing: result))")
    }
  }

  @Test(
    "A bad address fails at once, without a request",
    arguments: ["", "nonsense", "http://", "ftp://127.0.0.1", "http://two words"])
  func badAddress(address: String) {
    let results = Log<Subscribers.Completion<MovieAPIError>>()
    let api = MovieAPI(baseURL: address, session: StubbedHTTP.session())
    let subscription = api.movies(in: .popular)
      .sink(receiveCompletion: { results.append($0) }, receiveValue: { _ in Issue.record("films came") })
    // No waiting: the result is available when the call returns.
    guard case .failure(.badURL(address))? = results.entries.first else {
      return unexpected(results.entries)
    }
    subscription.cancel()
  }

  @Test("Bad JSON fails the promise")
  func badJSON() async throws {
    // The third response of a flaky server is truncated JSON.
    try await withServer(.init(failingRequests: 3)) { server in
      var results: [Result<[Movie], MovieAPIError>] = []
      for _ in 0..<3 { results.append(try await films(.popular, at: server.baseURL)) }
      guard case .failure(.badResponse(500)) = results[0] else { return unexpected(results[0]) }
      guard case .failure(.other(is URLError)) = results[1] else { return unexpected(results[1]) }
      guard case .failure(.undecodable) = results[2] else { return unexpected(results[2]) }
    }
  }

  @Test("A server that cannot be reached is an error")
  func noServer() async throws {
    let server = try await MovieServer.start()
    await server.stop()
    let result = try await films(.popular, at: server.baseURL)
    guard case .failure(.other(let error as URLError)) = result else { return unexpected(result) }
    #expect(error.code == .cannotConnectToHost)
  }

  @Test("The future is fulfilled on the main queue")
  func deliversOnMain() async throws {
    try await withServer { server in
      let api = MovieAPI(baseURL: server.baseURL, session: makeSession())
      defer { api.cancelAll() }
      let result = await api.movies(in: .popular).map { _ in dispatchPrecondition(condition: .onQueue(.main)) }.result()
      guard case .success? = result else { return unexpected(result) }
    }
  }

  @Test("One call makes one request, however many subscribe")
  func oneRequest() async throws {
    try await withServer { server in
      let api = MovieAPI(baseURL: server.baseURL, session: makeSession())
      defer { api.cancelAll() }
      let future = api.movies(in: .popular)
      for _ in 0..<3 {
        let result = await future.result()
        guard case .success? = result else { return unexpected(result) }
      }
      #expect(server.requestCount == 1)
    }
  }

  @Test("Cancelling all requests ends those in progress")
  func cancelAll() async throws {
    let api = MovieAPI(baseURL: "http://never", session: StubbedHTTP.session())
    let results = Log<String>()
    let subscription = api.movies(in: .popular)
      .sink(receiveCompletion: { results.append("\($0)") }, receiveValue: { _ in results.append("films") })
    await StubbedHTTP.begun.wait { $0.contains("never") }
    api.cancelAll()
    await StubbedHTTP.ended.wait { $0.contains("never") }
    #expect(results.entries.isEmpty)
    subscription.cancel()
  }

  @Test(
    "Poster addresses are derived from the address of the catalogue", arguments: ["http://host:1", "http://host:1/"])
  func posterURL(baseURL: String) async throws {
    try await withServer { server in
      let movie = try #require(try await films(.popular, at: server.baseURL).get().first)
      let url = MovieAPI(baseURL: baseURL, session: makeSession()).posterURL(of: movie)
      #expect(url?.absoluteString == "http://host:1/posters/\(movie.id).svg")
    }
  }

  private func films(
    _ list: MovieList, at address: String, session: URLSession = makeSession()
  ) async throws -> Result<[Movie], MovieAPIError> {
    let api = MovieAPI(baseURL: address, session: session)
    // Releasing an API would cancel the requests in progress.
    defer { api.cancelAll() }
    return try #require(await api.movies(in: list).result())
  }

  private func unexpected(_ result: Any?) {
    Issue.record("unexpected result \(String(describing: result))")
  }
}
