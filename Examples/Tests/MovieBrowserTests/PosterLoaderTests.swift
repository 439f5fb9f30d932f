import Foundation
import MovieBrowser
import MovieServer
import StreamCore
import Testing

@Suite("Poster loader", .timeLimit(.minutes(1)))
@MainActor
struct PosterLoaderTests {
  @Test("As many posters as the limit are fetched at once, and no more", arguments: [1, 3, 5])
  func limit(limit: Int) async throws {
    // Requests that begin together reach the server one by one, on a busy machine slowly: the first waits long for the
    // others.
    try await withServer(.init(delay: .seconds(limit > 1 ? 2 : 0))) { server in
      let loader = PosterLoader(client: newClient(), persistence: Persistence(), limit: limit)
      await completion { loader.load(posters(1...3 * limit, of: server), whenDone: $0) }
      #expect(server.peakOfPosterRequests == limit)
    }
  }

  @Test("At most three posters are fetched at once by default")
  func defaultLimit() async throws {
    try await withServer(.init(delay: .seconds(2))) { server in
      let loader = PosterLoader(client: newClient(), persistence: Persistence())
      await completion { loader.load(posters(1...9, of: server), whenDone: $0) }
      #expect(server.peakOfPosterRequests == 3)
    }
  }

  @Test("Posters are cached: each is requested once")
  func cache() async throws {
    try await withServer { server in
      let loader = PosterLoader(client: newClient(), persistence: Persistence())
      let urls = posters(1...4, of: server)
      await completion { loader.load(urls + urls, whenDone: $0) }
      #expect(server.requestCount == 4)
      #expect(urls.allSatisfy { loader.poster(at: $0)?.data.isEmpty == false })

      await completion { loader.load(urls, whenDone: $0) }
      #expect(server.requestCount == 4)

      await completion { loader.load(posters(3...6, of: server), whenDone: $0) }
      #expect(server.requestCount == 6)
      #expect(posters(1...6, of: server).allSatisfy { loader.poster(at: $0) != nil })
    }
  }

  @Test("A missing poster is left out, and does not prevent the others")
  func missingPoster() async throws {
    try await withServer { server in
      let loader = PosterLoader(client: newClient(), persistence: Persistence())
      // Film 9 has no poster.
      let urls = posters(8...10, of: server)
      await completion { loader.load(urls, whenDone: $0) }
      #expect(urls.map { loader.poster(at: $0) != nil } == [true, false, true])
      #expect(urls.allSatisfy(loader.hasAnswer))
    }
  }

  @Test("A poster is requested again after each fault of a flaky server")
  func flakyServer() async throws {
    try await withServer(.init(failingRequests: 3)) { server in
      let attempts = Log<Bool>()
      let persistence = Persistence { attempts.append($0.error == nil) }
      let loader = PosterLoader(client: newClient(), persistence: persistence)
      let urls = posters(1...1, of: server)
      await completion { loader.load(urls, whenDone: $0) }
      #expect(attempts.entries == [false, false, false, true])
      #expect(urls.allSatisfy { loader.poster(at: $0) != nil })
    }
  }

  @Test("Every change is announced before it happens")
  func announcesChanges() async throws {
    try await withServer { server in
      let loader = PosterLoader(client: newClient(), persistence: Persistence())
      let counts = Log<Int>()
      let urls = posters(1...4, of: server)
      let subscription = loader.objectWillChange.sink {
        MainActor.assumeIsolated { counts.append(urls.count(where: loader.hasAnswer)) }
      }
      await completion { loader.load(urls, whenDone: $0) }
      #expect(counts.entries == [0, 1, 2, 3])
      subscription.cancel()
    }
  }

  @Test("With nothing to load it is done at once")
  func nothing() async {
    let loader = PosterLoader(client: .urlSession(), persistence: Persistence())
    await confirmation { done in
      await completion { whenDone in
        loader.load([]) {
          done()
          whenDone()
        }
      }
    }
  }

  @Test("A cancelled loader starts no further request and announces nothing")
  func cancel() async throws {
    let (requests, announce) = AsyncStream.makeStream(of: String.self)
    try await withServer(.init(delay: .seconds(600), onRequest: { announce.yield($0) })) { server in
      let loader = PosterLoader(client: newClient(), persistence: Persistence())
      loader.load(posters(1...19, of: server)) { Issue.record("done after a cancel") }
      for await _ in requests where server.requestCount == 3 { break }
      loader.cancel()
      await mainQueueTurn()
      #expect(server.requestCount == 3)
      #expect(!posters(1...19, of: server).contains(where: loader.hasAnswer))
    }
  }

  private func posters(_ films: ClosedRange<Int>, of server: MovieServer) -> [URL] {
    films.compactMap { URL(string: "\(server.baseURL)/posters/\($0).svg") }
  }
}
