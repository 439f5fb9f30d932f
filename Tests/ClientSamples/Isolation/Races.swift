// Races: each must be diagnosed.
import Dispatch
import Streams

/// A plain class whose property is set on a background queue.
final class RacyModel {
  var hits = 0
  private var cancellables: Set<AnyCancellable> = []

  func listen(to publisher: some Publisher<Int, Never>) {
    publisher.receive(on: DispatchQueue.global())
      .sink { [weak self] in self?.hits = $0 }  // warns: 6 6S
      .store(in: &cancellables)
    hits = 0
  }
}

/// A local variable that a background queue changes.
func racyCount(_ publisher: some Publisher<Int, Never>) -> (AnyCancellable, Int) {
  var count = 0
  let cancellable = publisher.receive(on: DispatchQueue.global()).sink { count += $0 }  // warns: 6 6S
  return (cancellable, count)
}

/// A value that is not Sendable, which goes to another queue while its sender keeps it.
final class Page {
  var number = 0
}

final class RacyReader {
  var page = Page()
  private var cancellables: Set<AnyCancellable> = []

  func turn(_ pages: PassthroughSubject<Page, Never>) {
    pages.receive(on: DispatchQueue.global()).sink { self.page = $0 }.store(in: &cancellables)  // warns: 6 6S
    pages.send(page)
    page.number += 1
  }
}

/// An operator's closure that touches the main actor.
@MainActor
final class MappingModel {
  var prefix = ""
  private var cancellables: Set<AnyCancellable> = []

  func label(_ publisher: some Publisher<Int, Never>) {
    publisher
      .map { [weak self] in (self?.prefix ?? "") + "\($0)" }  // warns: 5 6 6M 6S 6A
      .handleEvents(receiveOutput: { [weak self] _ in self?.prefix = "" })  // warns: 5 6 6M 6S 6A
      .sink { [weak self] in self?.prefix = $0 }
      .store(in: &cancellables)
  }
}
