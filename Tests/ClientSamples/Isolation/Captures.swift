// Publishers, promises and sources that closures capture.
import Foundation
import Streams

/// 5: an `AnyPublisher` that a closure captures.
func mergeErased(
  _ pages: AnyPublisher<Int, Never>, _ rows: AnyPublisher<Int, Never>, _ log: Log
) -> AnyPublisher<Int, Never> {
  pages.flatMap { _ in
    log.note()
    return rows
  }
  .eraseToAnyPublisher()
}

/// 5b: `some Publisher`, which need not be Sendable. 5c says that it is.
func mergeOpaque(
  _ pages: some Publisher<Int, Never>, _ rows: some Publisher<Int, Never>, _ log: Log
) -> AnyPublisher<Int, Never> {
  pages.flatMap { _ in
    log.note()
    // warns: 6 6M 6S 6A | capture of 'rows' with non-Sendable type 'some Publisher<Int, Never>'
    return rows
  }
  .eraseToAnyPublisher()
}

func mergeSendable(
  _ pages: some Publisher<Int, Never>, _ rows: some Publisher<Int, Never> & Sendable, _ log: Log
) -> AnyPublisher<Int, Never> {
  pages.flatMap { _ in
    log.note()
    return rows
  }
  .eraseToAnyPublisher()
}

/// 5e: a closure that names the type of a publisher, in a helper and in an operator. It need not be told that the type
/// is `Sendable`: that of every publisher is.
nonisolated func whenNeeded<P: Publisher>(_ make: @escaping @Sendable () -> P) -> some Publisher<P.Output, P.Failure> {
  Deferred { make().first() }
}

extension Publisher {
  nonisolated func named(_ log: Log) -> some Publisher<Output, Failure> {
    handleEvents(receiveSubscription: { _ in if !"\(Self.self)".isEmpty { log.note() } })
  }
}

nonisolated func named(_ pages: some Publisher<Int, Never>, _ log: Log) -> some Publisher<Int, Never> {
  whenNeeded { Just(1) }.named(log).merge(with: pages)
}

/// 9: a future around a callback.
@MainActor
final class Loader {
  var last = 0
  let log = Log()

  func callback(_ done: @escaping (Int) -> Void) {
    last += 1
    done(last)
  }

  func load() -> Future<Int, Never> {
    Future { promise in
      self.log.note()
      self.callback { promise(.success($0)) }
    }
  }
}

/// 11: timers and notifications.
@MainActor
final class Clock {
  var ticks = 0
  var news = 0
  let log = Log()
  let tickLog = Log()
  private var cancellables: Set<AnyCancellable> = []

  func start() {
    Timer.publish(every: 0.01, on: .main, in: .common).autoconnect()
      .sink { [weak self] _ in
        self?.ticks += 1
        self?.tickLog.note()
      }
      .store(in: &cancellables)
    NotificationCenter.default.publisher(for: Notification.Name("news"))
      .sink { [weak self] _ in
        self?.news += 1
        self?.log.note()
      }
      .store(in: &cancellables)
  }
}

/// 6: a client of the network that is a structure.
nonisolated struct User: Decodable, Sendable {
  var id: Int
}

nonisolated struct NetworkClient: Sendable {
  var session = URLSession.shared
  let log = Log()

  func user(_ url: URL) -> AnyPublisher<User, any Error> {
    session.dataTaskPublisher(for: url)
      .map(\.data)
      .decode(type: User.self, decoder: JSONDecoder())
      .eraseToAnyPublisher()
  }

  func friends(_ url: URL) -> AnyPublisher<User, any Error> {
    user(url)
      .flatMap { _ in
        log.note()
        return self.user(url)
      }
      .eraseToAnyPublisher()
  }
}

@MainActor
final class ProfileModel {
  var user: User?
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func load(_ client: NetworkClient, _ url: URL) {
    client.friends(url)
      .sink { _ in
      } receiveValue: { [weak self] in
        self?.user = $0
        self?.log.note()
      }
      .store(in: &cancellables)
  }
}

/// 12: a loop in a task outside of actors: its publisher has to be Sendable. `OpaqueInTask.swift` has one that need not
/// be.
nonisolated func loopInTask(_ publisher: some Publisher<Int, Never> & Sendable, _ log: Log) -> Task<Void, Never> {
  Task {
    for await _ in publisher.values { log.note() }
  }
}

/// 12: a loop.
@MainActor
func loop(_ publisher: AnyPublisher<Int, Never>, _ model: SearchModel) async {
  for await value in publisher.values {
    model.hits += value
    model.log.note()
  }
}
