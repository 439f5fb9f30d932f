// Races: each must be diagnosed.
import Dispatch
import Streams

/// A plain class whose property is set on a background queue. In a module that is the main actor's by default it
/// belongs to that, and nothing races.
final class RacyModel {
  var hits = 0
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: DispatchQueue.global())
      .sink { [weak self] in
        // warns: 6 6S | capture of 'self' with non-Sendable type 'RacyModel?'
        self?.hits = $0
        self?.log.note()
      }
      .store(in: &cancellables)
    hits = 0
  }
}

/// The same, which belongs to no actor in any mode.
nonisolated final class NonisolatedRacyModel {
  var hits = 0
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: DispatchQueue.global())
      .sink { [weak self] in
        // warns: 5 6 6M 6S 6A | capture of 'self' with non-Sendable type 'NonisolatedRacyModel?'
        self?.hits = $0
        self?.log.note()
      }
      .store(in: &cancellables)
    hits = 0
  }
}

/// A local variable that a background queue changes.
func racyCount(_ publisher: some Publisher<Int, Never>, _ log: Log) -> (AnyCancellable, Int) {
  var count = 0
  let cancellable = publisher.receive(on: DispatchQueue.global()).sink {
    // warns: 6 6S | mutation of captured var 'count'
    count += $0
    log.note()
  }
  return (cancellable, count)
}

nonisolated func nonisolatedRacyCount(_ publisher: some Publisher<Int, Never>, _ log: Log) -> (AnyCancellable, Int) {
  var count = 0
  let cancellable = publisher.receive(on: DispatchQueue.global()).sink {
    // warns: 6 6M 6S 6A | mutation of captured var 'count'
    count += $0
    log.note()
  }
  return (cancellable, count)
}

/// A value that is not Sendable, which goes to another queue while its sender keeps it. Where it is run, the sender
/// changes the value only when the sink has run: two threads would do so at the same time.
final class Page {
  var number = 0
}

final class RacyReader {
  var page = Page()
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func turn(_ pages: PassthroughSubject<Page, Never>) {
    // warns: 6 6S | type 'Page' does not conform to the 'Sendable' protocol
    pages.receive(on: DispatchQueue.global()).sink {
      // warns: 6 6S | capture of 'self' with non-Sendable type 'RacyReader'
      self.page = $0
      self.log.note()
    }
    .store(in: &cancellables)
    pages.send(page)
  }

  func change() {
    page.number += 1
  }
}

nonisolated final class NonisolatedPage {
  var number = 0
}

nonisolated final class NonisolatedRacyReader {
  var page = NonisolatedPage()
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func turn(_ pages: PassthroughSubject<NonisolatedPage, Never>) {
    // warns: 5 6 6M 6S 6A | type 'NonisolatedPage' does not conform to the 'Sendable' protocol
    pages.receive(on: DispatchQueue.global()).sink {
      // warns: 5 6 6M 6S 6A | capture of 'self' with non-Sendable type 'NonisolatedRacyReader'
      self.page = $0
      self.log.note()
    }
    .store(in: &cancellables)
    pages.send(page)
  }

  func change() {
    page.number += 1
  }
}

/// An operator's closure that touches the main actor.
@MainActor
final class MappingModel {
  var prefix = ""
  let log = Log()
  private var cancellables: Set<AnyCancellable> = []

  func label(_ publisher: some Publisher<Int, Never>) {
    publisher
      .map { [weak self] value in
        self?.log.note()
        // warns: 5 6 6M 6S 6A | main actor-isolated property 'prefix' can not be referenced from a Sendable closure
        return (self?.prefix ?? "") + "\(value)"
      }
      .handleEvents(receiveOutput: { [weak self] _ in
        self?.log.note()
        // warns: 5 6 6M 6S 6A | main actor-isolated property 'prefix' can not be mutated from a Sendable closure
        self?.prefix = ""
      })
      .sink { [weak self] in self?.prefix = $0 }
      .store(in: &cancellables)
  }
}
