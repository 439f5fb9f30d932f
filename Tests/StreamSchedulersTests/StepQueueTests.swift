import TestSupport
import Testing

@testable import StreamSchedulers

@Suite("StepQueue")
struct StepQueueTests {
  private let log = Box<[String]>([])

  private func append(_ text: String) -> @Sendable () -> Void {
    { [log] in log.update { $0.append(text) } }
  }

  /// Runs all work that is due, and returns what it wrote.
  private func run(_ queue: inout StepQueue<Int>, until time: Int? = nil) -> [String] {
    log.value = []
    while let work = queue.popFirst(until: time) { work.action?() }
    return log.value
  }

  private func repetition(_ queue: inout StepQueue<Int>, _ text: String) -> SteppedRepetition {
    SteppedRepetition(append(text), ticket: queue.makeTicket(), description: text)
  }

  @Test("Work comes by time, and at one time by position")
  func order() {
    var queue = StepQueue<Int>(shuffledBy: nil)
    for (due, text) in [(3, "c"), (1, "a"), (2, "b1"), (2, "b2"), (5, "e"), (2, "b3")] {
      queue.insert(at: due, append(text))
    }
    expectEqual(queue.count, 6)
    expectEqual(run(&queue, until: 2), ["a", "b1", "b2", "b3"])
    expectEqual(run(&queue), ["c", "e"])
    expectEqual(queue.count, 0)
  }

  @Test("Any order of insertion comes out sorted", arguments: 1...20)
  func heap(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let times = (0..<200).map { _ in Int.random(in: 0..<50, using: &random) }
    var queue = StepQueue<Int>(shuffledBy: nil)
    for (position, due) in times.enumerated() { queue.insert(at: due, append("\(due)/\(position)")) }
    let expected = times.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
    expectEqual(run(&queue), expected.map { "\($0.element)/\($0.offset)" })
  }

  @Test("A seed shuffles what is due at one time, each time alike, and never across times")
  func shuffles() {
    func order(_ seed: UInt64) -> [String] {
      var queue = StepQueue<Int>(shuffledBy: seed)
      for index in 0..<20 { queue.insert(at: index / 10, append("\(index)")) }
      return run(&queue)
    }
    expectEqual(order(1), order(1))
    expect(Set((1...10).map { order($0) }).count > 1)
    expectEqual(Set(order(1).prefix(10)), Set((0..<10).map(String.init)))
  }

  @Test("Removed repetitions do not run, and are not counted; one that is not pending cannot be removed")
  func removes() {
    var queue = StepQueue<Int>(shuffledBy: nil)
    let (kept, removed) = (repetition(&queue, "kept"), repetition(&queue, "removed"))
    queue.insert(at: 2, repeating: kept, append("kept"))
    queue.insert(at: 1, repeating: removed, append("removed"))
    expect(queue.firstRepetition === removed)
    _ = queue.remove(removed.ticket)
    expect(queue.remove(removed.ticket).action == nil)
    expectEqual(queue.count, 1)
    expect(queue.firstRepetition === kept)
    expectEqual(run(&queue), ["kept"])
    expect(queue.remove(kept.ticket).action == nil)
    expectEqual(queue.count, 0)
    expect(queue.firstRepetition == nil)
  }

  @Test("Removed work that was to run once does not run; it has its position among other work, and is no repetition")
  func removesOnce() {
    var queue = StepQueue<Int>(shuffledBy: nil)
    queue.insert(at: 2, append("a"))
    let removed = queue.insertRemovable(at: 2, append("b"))
    let kept = queue.insertRemovable(at: 2, append("c"))
    queue.insert(at: 2, append("d"))
    expect(queue.firstRepetition == nil)
    _ = queue.remove(removed)
    expectEqual(queue.count, 3)
    expectEqual(run(&queue), ["a", "c", "d"])
    expect(queue.remove(kept).action == nil)
    expectEqual(queue.count, 0)
  }

  @Test("Removed work is released at once, though its place in the heap is not")
  func releasesRemoved() {
    weak var token: Token?
    var queue = StepQueue<Int>(shuffledBy: nil)
    queue.insert(at: 1, append("a"))
    do {
      let newToken = Token()
      token = newToken
      let ticket = queue.insertRemovable(at: 2) { withExtendedLifetime(newToken) {} }
      expect(queue.remove(ticket).action != nil)
    }
    expect(token == nil)
    expectEqual(run(&queue), ["a"])
  }

  @Test("A repetition keeps its position among work due at the same time")
  func keepsPosition() {
    var queue = StepQueue<Int>(shuffledBy: nil)
    let first = repetition(&queue, "first")
    queue.insert(at: 4, append("later"))
    queue.insert(at: 4, repeating: first, append("first"))
    expectEqual(run(&queue), ["first", "later"])
  }

  @Test("Once half of more than sixteen items are removed, they are returned for release, and the rest stays in order")
  func compacts() {
    var queue = StepQueue<Int>(shuffledBy: nil)
    let repetitions = (0..<40).map { repetition(&queue, "\($0)") }
    for (due, repetition) in repetitions.enumerated().reversed() {
      queue.insert(at: due, repeating: repetition, append("\(due)"))
    }
    var released = 0
    for repetition in repetitions.prefix(21) { released += queue.remove(repetition.ticket).items.count }
    expectEqual(released, 40)
    expectEqual(queue.count, 19)
    expectEqual(run(&queue), (21..<40).map(String.init))
  }
}
