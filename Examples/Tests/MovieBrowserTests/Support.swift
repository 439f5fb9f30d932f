import Foundation
import MovieBrowser
import MovieServer
import StreamCore
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if ASYNC_HTTP_CLIENT
  import MovieBrowserHTTPClient
#endif

/// Runs `body` with a server, and stops the server afterwards.
@MainActor
func withServer(
  _ configuration: MovieServer.Configuration = .init(), _ body: @MainActor (MovieServer) async throws -> Void
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

/// A new client of the kind that is tested: these files are compiled in two packages, each with a client of its own. It
/// has no cache: every test makes real requests.
func newClient() -> MovieClient {
  #if ASYNC_HTTP_CLIENT
    .asyncHTTPClient()
  #else
    .urlSession()
  #endif
}

extension MovieAPIError {
  /// Whether the response is incomplete. On Linux a session says so in its own words.
  var isBrokenOff: Bool {
    switch self {
    case .brokenOff, .other(is URLError): true
    default: false
    }
  }
}

/// Waits for a callback on the main actor.
@MainActor
func completion(of start: (@escaping @MainActor () -> Void) -> Void) async {
  await withCheckedContinuation { continuation in
    start { continuation.resume() }
  }
}

extension Publisher where Output: Sendable {
  /// The first value of the publisher, or its failure.
  @MainActor
  func result() async -> Result<Output, Failure>? {
    let subscription = Mutex<AnyCancellable?>(nil)
    return await withCheckedContinuation { continuation in
      let answer = Once(continuation)
      let cancellable = sink(
        receiveCompletion: { completion in
          if case .failure(let error) = completion { answer.resume(.failure(error)) } else { answer.resume(nil) }
        },
        receiveValue: { answer.resume(.success($0)) })
      subscription.withLock { $0 = cancellable }
    }
  }
}

/// Resumes a continuation with the first result, and ignores later ones.
private final class Once<Answer: Sendable>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Answer, Never>?>

  init(_ continuation: CheckedContinuation<Answer, Never>) {
    self.continuation = Mutex(continuation)
  }

  func resume(_ answer: sending Answer) {
    continuation.withLock { exchange(&$0, with: nil) }?.resume(returning: answer)
  }
}

/// A list that grows on any thread.
final class Log<Entry: Sendable>: Sendable {
  private struct State {
    var entries: [Entry] = []
    var waiting: [(condition: @Sendable ([Entry]) -> Bool, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var entries: [Entry] { state.withLock { $0.entries } }

  func append(_ entry: Entry) {
    resume { $0.entries.append(entry) }
  }

  /// Waits until the list satisfies a condition.
  func wait(until condition: @escaping @Sendable ([Entry]) -> Bool) async {
    await withCheckedContinuation { continuation in
      resume { $0.waiting.append((condition, continuation)) }
    }
  }

  /// Makes a change, and resumes the waiters whose condition holds then.
  private func resume(after change: (inout State) -> Void) {
    let continuations = state.withLock { state in
      change(&state)
      let entries = state.entries
      let met = state.waiting.filter { $0.condition(entries) }.map(\.continuation)
      state.waiting.removeAll { $0.condition(entries) }
      return met
    }
    for continuation in continuations { continuation.resume() }
  }
}

/// Waits until everything currently on the main queue has run.
func mainQueueTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}

/// The films of a list from this address, fetched as the program does.
func fetch(
  from address: String, retries: Int = 3
) -> @Sendable (MovieList) -> AnyPublisher<[Movie], FetchError> {
  let api = MovieAPI(baseURL: address, client: newClient())
  return { list in Persistence(retries: retries).fetch(list.rawValue) { api.movies(in: list).eraseToAnyPublisher() } }
}

/// An address without a server.
func deadAddress() async throws -> String {
  let server = try await MovieServer.start()
  await server.stop()
  return server.baseURL
}
