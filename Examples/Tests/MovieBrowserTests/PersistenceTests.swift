import Foundation
import MovieBrowser
import MovieServer
import StreamCore
import Synchronization
import Testing

@Suite("Repeated attempts", .timeLimit(.minutes(1)))
@MainActor
struct PersistenceTests {
  @Test("A success at the first attempt is passed on, and reported once")
  func firstAttempt() async {
    let run = await Run(script: [.success(7)])
    #expect(run.outcome == "7")
    #expect(run.attempts == ["1 ok"])
  }

  @Test("Transient errors lead to another attempt")
  func recovers() async {
    let run = await Run(script: [.failure(.badResponse(status: 500)), .failure(.badResponse(status: 503)), .success(7)])
    #expect(run.outcome == "7")
    #expect(run.attempts == ["1 the server answered with status 500", "2 the server answered with status 503", "3 ok"])
  }

  @Test("After the last attempt the error has its cause and the number of attempts")
  func givesUp() async {
    let run = await Run(script: (500..<510).map { .failure(.badResponse(status: $0)) })
    #expect(run.outcome == "number: the server answered with status 503; gave up after 4 attempts")
    #expect(run.attempts.count == 4)
  }

  @Test(
    "A permanent error leads to no further attempt",
    arguments: [
      (MovieAPIError.badResponse(status: 404), "number: the server answered with status 404"),
      (MovieAPIError.badURL("x"), "number: “x” is not an http address"),
    ])
  func permanentError(error: MovieAPIError, outcome: String) async {
    let run = await Run(script: [.failure(error), .success(7)])
    #expect(run.outcome == outcome)
    #expect(run.attempts.count == 1)
  }

  @Test("A permanent error ends the attempts also after transient ones")
  func permanentErrorLater() async {
    let run = await Run(
      script: [.failure(.badResponse(status: 500)), .failure(.badResponse(status: 404)), .success(7)])
    #expect(run.outcome == "number: the server answered with status 404; gave up after 2 attempts")
    #expect(run.attempts.count == 2)
  }

  @Test("Every subscription has all its attempts")
  func independentSubscriptions() async {
    let requests = Log<Int>()
    let publisher = Persistence().fetch("number") {
      requests.append(1)
      return Fail<Int, MovieAPIError>(error: .badResponse(status: 500)).eraseToAnyPublisher()
    }
    for _ in 0..<2 {
      let result = await publisher.result()
      let error = #expect(throws: FetchError.self) { try result?.get() }
      #expect(error?.attempts == 4)
    }
    #expect(requests.entries.count == 8)
  }

  @Test(
    "The three faults of a flaky server are met one after the other, and overcome")
  func flakyServer() async throws {
    try await withServer(.init(failingRequests: 3)) { server in
      let attempts = Log<Attempt>()
      let persistence = Persistence { attempts.append($0) }
      let api = MovieAPI(baseURL: server.baseURL, client: newClient())
      defer { api.cancelAll() }
      let movies = try await persistence.fetch("popular") { api.movies(in: .popular).eraseToAnyPublisher() }.result()?
        .get()
      #expect(movies?.isEmpty == false)
      #expect(attempts.entries.map(\.number) == [1, 2, 3, 4])
      let errors = attempts.entries.map(\.error)
      guard case .badResponse(500)? = errors[0], errors[1]?.isBrokenOff == true, case .undecodable? = errors[2],
        case nil = errors[3]
      else {
        Issue.record("unexpected \(errors)")
        return
      }
      #expect(server.requestCount == 4)
    }
  }
}

/// The result of requesting a number with scripted responses.
@MainActor
private struct Run {
  let outcome: String
  let attempts: [String]

  init(script: [Result<Int, MovieAPIError>]) async {
    let rest = Mutex(script[...])
    let log = Log<String>()
    let persistence = Persistence { log.append("\($0.number) \($0.error.map { "\($0)" } ?? "ok")") }
    let result = await persistence.fetch("number") {
      Future<Int, MovieAPIError> { promise in
        if let next = rest.withLock({ $0.popFirst() }) { promise(next) }
      }
      .eraseToAnyPublisher()
    }.result()
    switch result {
    case .success(let number)?: outcome = "\(number)"
    case .failure(let error)?: outcome = "\(error)"
    case nil: outcome = "nothing"
    }
    attempts = log.entries
  }
}
