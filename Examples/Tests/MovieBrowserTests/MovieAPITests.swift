import Foundation
import MovieBrowser
import MovieServer
import StreamCore
import StreamMapping
import Testing

@Suite("Movie API returning a future", .timeLimit(.minutes(1)))
@MainActor
struct MovieAPITests {
  @Test(
    "The films of every list come from the server, with their dates", arguments: MovieList.allCases)
  func lists(list: MovieList) async throws {
    try await withServer { server in
      let movies = try await films(list, at: server.baseURL, by: newClient()).get()
      #expect(movies.count >= 5)
      #expect(Set(movies.map(\.id)).count == movies.count)
      #expect(movies.allSatisfy { $0.releaseDate.formatted(.iso8601.year()) >= "2012" })
      #expect(movies.allSatisfy { ($0.rating == nil) == (list == .upcoming) })
    }
  }

  @Test("A status is an error from 300 on", arguments: [200, 299, 300, 404, 503])
  func statuses(status: Int) async throws {
    let body = #"{"results": []}"#
    let server = try ScriptedServer(
      answer: "HTTP/1.1 \(status) Said\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)")
    defer { server.stop() }
    check(try await films(.popular, at: server.baseURL, by: newClient()), isGood: status < 300, status: status)
  }

  @Test(
    "A status is an error below 200 and from 300 on: also one that no server can send",
    arguments: [199: false, 200: true, 299: true, 300: false])
  func stubbedStatuses(status: Int, isGood: Bool) async throws {
    let client = MovieClient.urlSession(StubbedHTTP.session())
    check(try await films(.popular, at: "http://status-\(status)", by: client), isGood: isGood, status: status)
  }

  private func check(_ result: Result<[Movie], MovieAPIError>, isGood: Bool, status: Int) {
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
    let api = MovieAPI(baseURL: address, client: MovieClient { _ in .init(Future { _ in Issue.record("a request") }) })
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
      for _ in 0..<3 { results.append(try await films(.popular, at: server.baseURL, by: newClient())) }
      guard case .failure(.badResponse(500)) = results[0] else { return unexpected(results[0]) }
      guard case .failure(let second) = results[1], second.isBrokenOff else { return unexpected(results[1]) }
      guard case .failure(.undecodable) = results[2] else { return unexpected(results[2]) }
    }
  }

  @Test("A server that cannot be reached is an error")
  func noServer() async throws {
    let result = try await films(.popular, at: try await deadAddress(), by: newClient())
    guard case .failure(.noServer) = result else { return unexpected(result) }
  }

  @Test("The future is fulfilled on the main queue")
  func deliversOnMain() async throws {
    try await withServer { server in
      let api = MovieAPI(baseURL: server.baseURL, client: newClient())
      defer { api.cancelAll() }
      let result = await api.movies(in: .popular).map { _ in dispatchPrecondition(condition: .onQueue(.main)) }.result()
      guard case .success? = result else { return unexpected(result) }
    }
  }

  @Test("One call makes one request, however many subscribe")
  func oneRequest() async throws {
    try await withServer { server in
      let api = MovieAPI(baseURL: server.baseURL, client: newClient())
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
    let server = try ScriptedServer()
    defer { server.stop() }
    let api = MovieAPI(baseURL: server.baseURL, client: newClient())
    let results = Log<String>()
    let subscription = api.movies(in: .popular)
      .sink(receiveCompletion: { results.append("\($0)") }, receiveValue: { _ in results.append("films") })
    await server.events.wait { $0 == [.request] }
    api.cancelAll()
    await server.events.wait { $0 == [.request, .end] }
    #expect(results.entries.isEmpty)
    subscription.cancel()
  }

  @Test(
    "Poster addresses are derived from the address of the catalogue", arguments: ["http://host:1", "http://host:1/"])
  func posterURL(baseURL: String) async throws {
    try await withServer { server in
      let movie = try #require(try await films(.popular, at: server.baseURL, by: .urlSession()).get().first)
      let url = MovieAPI(baseURL: baseURL, client: .urlSession()).posterURL(of: movie)
      #expect(url?.absoluteString == "http://host:1/posters/\(movie.id).svg")
    }
  }

  private func films(
    _ list: MovieList, at address: String, by client: MovieClient
  ) async throws -> Result<[Movie], MovieAPIError> {
    let api = MovieAPI(baseURL: address, client: client)
    // Releasing an API would cancel the requests in progress.
    defer { api.cancelAll() }
    return try #require(await api.movies(in: list).result())
  }

  private func unexpected(_ result: Any?) {
    Issue.record("unexpected result \(String(describing: result))")
  }
}
