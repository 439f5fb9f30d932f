/// A sequence that counts how often an element is asked for, and tells when its iterator is released.
struct Watched<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  typealias Element = Base.Element
  typealias Failure = Base.Failure

  fileprivate final class Life: Sendable {
    let end: Event

    init(end: Event) {
      self.end = end
    }

    deinit {
      end.happen()
    }
  }

  private let base: Base
  private let asked = Counter()

  /// Happens when an iterator is released.
  let isReleased = Event()

  init(_ base: Base) {
    self.base = base
  }

  /// How often an element has been asked for.
  var askedCount: Int { asked.value }

  func makeAsyncIterator() -> Iterator {
    Iterator(base: base.makeAsyncIterator(), asked: asked, life: Life(end: isReleased))
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Base.AsyncIterator
    fileprivate let asked: Counter
    fileprivate let life: Life

    mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
      asked.increment()
      return try await base.next(isolation: actor)
    }
  }
}
