import Foundation
import MovieServer
import Synchronization
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The server of the film browser", .timeLimit(.minutes(1)))
struct MovieServerTests {
  @Test(
    "Each list has films with a title, a date and votes",
    arguments: ["now-playing", "upcoming", "popular", "top-rated"])
  func lists(name: String) async throws {
    try await withServer { server in
      let answer = try await get("/movies/\(name)", from: server)
      let page = try Page.decode(answer)
      #expect(answer.status == 200)
      #expect(page.results.count >= 5)
      #expect(page.results.allSatisfy { !$0.title.isEmpty && $0.releaseDate.count == 10 })
      #expect(page.results.allSatisfy { (0...10).contains($0.voteAverage) })
    }
  }

  @Test("Every poster that a list mentions is an image")
  func posters() async throws {
    try await withServer { server in
      let page = try Page.decode(try await get("/movies/popular", from: server))
      let paths = page.results.compactMap(\.posterPath)
      #expect(!paths.isEmpty)
      for path in paths {
        let answer = try await get(path, from: server)
        #expect(answer.status == 200)
        #expect(answer.mediaType == "image/svg+xml")
        #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix("<svg"))
      }
    }
  }

  @Test("An unknown path is answered with 404", arguments: ["/", "/movies/worst", "/posters/0.svg", "/posters"])
  func unknownPath(path: String) async throws {
    try await withServer { server in
      let answer = try await get(path, from: server)
      #expect(answer.status == 404)
    }
  }

  @Test("A flaky server fails in turn with a status, a dropped connection and bad JSON, and then works")
  func faults() async throws {
    try await withServer(.init(failingRequests: 4)) { server in
      #expect(try await get("/movies/popular", from: server).status == 500)
      await #expect(throws: URLError.self) { try await get("/movies/popular", from: server) }
      let broken = try await get("/movies/popular", from: server)
      #expect(broken.status == 200)
      #expect(throws: DecodingError.self) { try Page.decode(broken) }
      #expect(try await get("/movies/popular", from: server).status == 500)
      #expect(try await get("/movies/popular", from: server).status == 200)
      #expect(server.requestCount == 5)
    }
  }

  @Test("Requests are reported with their path")
  func announcesRequests() async throws {
    let paths = Mutex<[String]>([])
    try await withServer(.init(onRequest: { path in paths.withLock { $0.append(path) } })) { server in
      _ = try await get("/movies/upcoming", from: server)
      _ = try await get("/posters/7.svg", from: server)
    }
    #expect(paths.withLock { $0 } == ["/movies/upcoming", "/posters/7.svg"])
  }

  @Test("A server that has stopped refuses connections")
  func refusesAfterStop() async throws {
    let server = try await MovieServer.start()
    #expect(try await get("/movies/popular", from: server).status == 200)
    await server.stop()
    let error = await #expect(throws: URLError.self) { try await get("/movies/popular", from: server) }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test("Stopping does not wait for responses that are held back")
  func stopIsPrompt() async throws {
    let (requests, announce) = AsyncStream.makeStream(of: String.self)
    let server = try await MovieServer.start(.init(delay: .seconds(600), onRequest: { announce.yield($0) }))
    let request = Task { try await get("/movies/popular", from: server) }
    _ = await requests.first { _ in true }
    await server.stop()
    let result = await request.result
    #expect((try? result.get().status) != 200)
  }

  @Test("Two servers can run at the same time")
  func twoServers() async throws {
    try await withServer { first in
      try await withServer { second in
        #expect(first.baseURL != second.baseURL)
        let answers = try await [get("/movies/popular", from: first), get("/movies/popular", from: second)]
        #expect(answers.map(\.status) == [200, 200])
      }
    }
  }
}

private struct Page: Decodable {
  struct Film: Decodable {
    let title: String
    let releaseDate: String
    let voteAverage: Double
    let posterPath: String?
  }
  let results: [Film]

  static func decode(_ answer: Answer) throws -> Page {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Page.self, from: answer.body)
  }
}

private struct Answer {
  let status: Int
  let mediaType: String?
  let body: Data
}

private func withServer(
  _ configuration: MovieServer.Configuration = .init(), _ body: (MovieServer) async throws -> Void
) async throws {
  let server = try await MovieServer.start(configuration)
  do {
    try await body(server)
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

private func get(_ path: String, from server: MovieServer) async throws -> Answer {
  let session = URLSession(configuration: .ephemeral)
  defer { session.finishTasksAndInvalidate() }
  let (body, response) = try await session.data(from: try #require(URL(string: server.baseURL + path)))
  let http = try #require(response as? HTTPURLResponse)
  return Answer(status: http.statusCode, mediaType: http.mimeType, body: body)
}
