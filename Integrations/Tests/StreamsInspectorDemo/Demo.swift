import Foundation
import StreamCombining
import StreamCore
import StreamFiltering
import StreamInspection
import StreamMapping
import StreamSchedulers
import StreamSharing
import StreamTiming
import StreamsInspector

/// A program to look at the page with: ten thousand pipelines, a leak that grows, inner streams, a share, recorded
/// stages, and what goes wrong with streams. It prints the link, and runs until it is ended.
@main
struct Demo {
  static func main() async throws {
    StreamInspector.arm()
    let recording = StreamInspector.record("buffer", "debounce", "flatMap", "pictures")
    let shop = Shop()
    shop.openSessions(6_000)
    shop.watchPrices(3_000)
    shop.rememberBaskets(960)
    shop.followOrders()
    shop.search()
    shop.findPictures()
    shop.shareQuotes()
    shop.waitForever()
    shop.forgetToConnect()
    shop.readSlowly()
    let page = try await StreamInspector.serve()
    // Not print, which keeps what goes into a pipe.
    FileHandle.standardOutput.write(Data("\(page.link)\n".utf8))
    let work = Task {
      for round in 1... {
        try await Task.sleep(for: .milliseconds(100))
        shop.work(round)
      }
    }
    await page.run()
    work.cancel()
    recording.cancel()
  }
}

/// The pipelines of a shop.
// Sendable: only one task at a time uses it.
final class Shop: @unchecked Sendable {
  private let prices = PassthroughSubject<Int, Never>()
  private let orders = PassthroughSubject<Int, Never>()
  private let questions = PassthroughSubject<String, Never>()
  private let words = PassthroughSubject<String, Never>()
  private let answers = PassthroughSubject<String, Never>()
  private var sessions: [PassthroughSubject<Int, Never>] = []
  private var kept: [Any] = []

  func openSessions(_ count: Int) {
    for _ in 0..<count {
      let session = PassthroughSubject<Int, Never>()
      sessions.append(session)
      kept.append(session.filter { $0 > 0 }.map { "\($0)" }.sink { _ in })
    }
  }

  func watchPrices(_ count: Int) {
    for _ in 0..<count { kept.append(prices.map { $0 * 2 }.sink { _ in }) }
  }

  func rememberBaskets(_ count: Int) {
    for _ in 0..<count { kept.append(CurrentValueSubject<Int, Never>(0).removeDuplicates().sink { _ in }) }
  }

  /// Each order opens an inner stream that does not end.
  func followOrders() {
    kept.append(
      orders
        .flatMap { [prices, answers] order in
          prices.filter { $0 > order }.map { "\($0)" }.merge(with: answers.checkpoint("answers"))
        }
        .checkpoint("order updates").sink { _ in })
  }

  /// The inner stream ends with an answer, which never comes: no other question is asked for.
  func search() {
    let answers = PassthroughSubject<String, Never>()
    kept.append(questions.flatMap(maxPublishers: .max(1)) { _ in answers.first() }.sink { _ in })
    questions.send("marbles?")
  }

  /// A search while somebody types.
  func findPictures() {
    let queue = DispatchQueue.global()
    kept.append(
      words.debounce(for: .milliseconds(300), scheduler: queue)
        .flatMap { word in Just(word.count).delay(for: .milliseconds(400), scheduler: queue) }
        .map { Picture(width: $0) }.checkpoint("pictures").sink { _ in })
  }

  func shareQuotes() {
    let quotes = prices.map { "\($0)" }.share()
    kept.append(quotes.sink { _ in })
    kept.append(quotes.map(\.count).merge(with: quotes.map(\.hashValue)).checkpoint("two arms").sink { _ in })
    kept.append(quotes.first { $0 == "none" }.sink { _ in })
  }

  func waitForever() {
    let silent = PassthroughSubject<Int, Never>()
    kept.append(silent.map { $0 + 1 }.sink { _ in })
    kept.append(silent)
  }

  func forgetToConnect() {
    kept.append(prices.map { $0 - 1 }.makeConnectable().sink { _ in })
  }

  /// A subscriber that asks for three elements, and keeps its subscription after the end.
  func readSlowly() {
    let reader = FewElements()
    prices.checkpoint("three prices").subscribe(reader)
    kept.append(reader)
    let late = FewElements()
    prices.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).subscribe(late)
    kept.append(late)
    let ended = PassthroughSubject<Int, Never>()
    let other = FewElements()
    ended.subscribe(other)
    ended.send(completion: .finished)
    kept.append(other)
  }

  func work(_ round: Int) {
    prices.send(round)
    for session in sessions.prefix(200) { session.send(round) }
    if round.isMultiple(of: 10), round < 400 { orders.send(round) }
    let typed = ["s", "se", "sea", "sea <b>"]
    if round % 40 < typed.count { words.send(typed[round % 40]) }
    leak()
  }

  /// The leak: nothing removes what is kept here.
  private func leak() {
    kept.append(prices.compactMap { $0.isMultiple(of: 7) ? $0 : nil }.sink { _ in })
  }
}

/// A value that cannot be written in Swift.
private final class Picture: Sendable {
  let width: Int

  init(width: Int) {
    self.width = width
  }
}

// Sendable: only one task at a time uses it.
private final class FewElements: Subscriber, @unchecked Sendable {
  private var subscription: (any Subscription)?

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    subscription.request(.max(3))
  }

  func receive(_ input: Int) -> Subscribers.Demand { .none }

  func receive(completion: Subscribers.Completion<Never>) {}
}
