// Forms of the everyday usages that warn, rightly. They are not run. The guide names each, with the reason.
import Foundation
import Streams

/// 1: a view model that is not the main actor's. Its sink runs on the queue of the debounce.
nonisolated final class NonisolatedSearchModel {
  @Published var query = ""
  var hits = 0
  private var cancellables: Set<AnyCancellable> = []

  func observeQuery() {
    $query
      .debounce(for: .milliseconds(1), scheduler: DispatchQueue.global())
      .map(\.count)
      // warns: 5 6 6M 6S 6A | capture of 'self' with non-Sendable type 'NonisolatedSearchModel?'
      .sink { [weak self] in self?.hits = $0 }
      .store(in: &cancellables)
  }
}

/// 1: the same, not marked. In a module that is the main actor's by default it belongs to that.
final class UnmarkedSearchModel {
  @Published var query = ""
  var hits = 0
  private var cancellables: Set<AnyCancellable> = []

  func observeQuery() {
    $query
      .debounce(for: .milliseconds(1), scheduler: DispatchQueue.global())
      .map(\.count)
      // warns: 6 6S | capture of 'self' with non-Sendable type 'UnmarkedSearchModel?'
      .sink { [weak self] in self?.hits = $0 }
      .store(in: &cancellables)
  }
}

/// 2 and 7: closures that do not belong to the actor in which they are written.
actor WeakCounter {
  var total = 0
  private var cancellables: Set<AnyCancellable> = []

  init(_ publisher: some Publisher<Int, Never>) {
    // warns: 5 6 6M 6S 6A | actor-isolated property 'total' can not be mutated from a Sendable closure
    _ = publisher.sink { self.total += $0 }
  }

  func listen(to publisher: some Publisher<Int, Never>) {
    // warns: 5 6 6M 6S 6A | actor-isolated property 'total' can not be mutated from a Sendable closure
    publisher.sink { [weak self] in self?.total += $0 }.store(in: &cancellables)
  }

  /// This one does not warn.
  func listenInTask(to publisher: some Publisher<Int, Never>) {
    publisher.sink { [weak self] value in
      Task { await self?.add(value) }
    }
    .store(in: &cancellables)
  }

  private func add(_ value: Int) {
    total += value
  }
}

/// 6: a client of the network that belongs to the main actor, in a module that does so by default.
struct UnmarkedClient {
  var session = URLSession.shared

  func user(_ url: URL) -> AnyPublisher<User, any Error> {
    session.dataTaskPublisher(for: url)
      .map(\.data)
      .decode(type: User.self, decoder: JSONDecoder())
      .eraseToAnyPublisher()
  }

  func friends(_ url: URL) -> AnyPublisher<User, any Error> {
    // warns: 6M 6A | call to main actor-isolated instance method 'user'
    user(url).flatMap { _ in self.user(url) }.eraseToAnyPublisher()
  }
}

@MainActor
final class WarnedModel {
  var hits = 0
  private let numbers = PassthroughSubject<Int, Never>()
  private var cancellables: Set<AnyCancellable> = []

  /// 8: the initial value of a lazy property belongs to no actor.
  // warns: 6 6M 6S 6A | main actor-isolated property 'hits' can not be mutated from a Sendable closure
  private lazy var listening = numbers.sink { [weak self] in self?.hits += $0 }

  func start() {
    listening.store(in: &cancellables)
  }

  /// 9: the closure of `Deferred` runs where the subscriber comes from.
  func load() -> Deferred<Future<Int, Never>> {
    Deferred {
      // warns: 5 6 6M 6S 6A | main actor-isolated property 'hits' can not be referenced from a nonisolated context
      Future { promise in promise(.success(self.hits)) }
    }
  }

  /// 11: an operator on the way.
  func news() {
    NotificationCenter.default.publisher(for: Notification.Name("news"))
      // warns: 5 6 6M 6S 6A | main actor-isolated property 'hits' can not be referenced from a Sendable closure
      .map { [weak self] _ in self?.hits ?? 0 }
      .sink { [weak self] in self?.hits = $0 }
      .store(in: &cancellables)
  }
}

extension WarnedModel {
  /// `handleEnd` runs where the end comes from, as operators do.
  func ending(_ publisher: some Publisher<Int, Never>) -> AnyCancellable {
    publisher
      // warns: 5 6 6M 6S 6A | main actor-isolated property 'hits' can not be mutated from a Sendable closure
      .handleEnd { [weak self] _ in self?.hits = 0 }
      .sink { _ in }
  }
}

/// 11: a timer, outside of the main actor.
nonisolated final class NonisolatedClock {
  var ticks = 0
  private var cancellables: Set<AnyCancellable> = []

  func start() {
    Timer.publish(every: 0.01, on: .main, in: .common).autoconnect()
      // warns: 5 6 6M 6S 6A | capture of 'self' with non-Sendable type 'NonisolatedClock?'
      .sink { [weak self] _ in self?.ticks += 1 }
      .store(in: &cancellables)
  }
}
