import StreamCore
import StreamFiltering
import TestSupport
import Testing

@Suite("removeDuplicates(on:), removeAllDuplicates, filterMany and prefix(while:behavior:)")
struct BeyondCombineTests {
  // Cases XA-099, XA-100.
  @Test("Elements whose key equals the one before are dropped")
  func onKey() {
    marbles("-1--2--5-|") { $0.removeDuplicates(on: { $0 / 5 }) }.expect("-1-----5-|")
    expectEqual([10, 11, 20].publisher.removeDuplicates(on: { $0 / 10 }).record().values, [10, 20])
    expectEqual([10, 20, 11].publisher.removeDuplicates(on: { $0 / 10 }).record().values, [10, 20, 11])
    expectEqual(["a", "ab", "b"].publisher.removeDuplicates(on: \.count).record().values, ["a", "ab", "b"])
  }

  // Case XA-101.
  @Test("Elements that have come before are dropped, and one more asked for")
  func allDuplicates() {
    marbles("-1--2--1--3-|") { $0.removeAllDuplicates() }.expect("-1--2-----3-|")
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = upstream.removeAllDuplicates(on: { $0 % 10 }).record()
    expectEqual(upstream.send(1), .none)
    expectEqual(upstream.send(11), .max(1))
    expectEqual(recorder.values, [1])
  }

  // Case XA-102.
  @Test("With a limit, the key that was added first is forgotten; a limit of zero remembers none")
  func limited() {
    let numbers = [1, 1, 2, 1].publisher
    expectEqual(numbers.removeAllDuplicates(on: { $0 }, remembering: 1).record().values, [1, 2, 1])
    expectEqual(numbers.removeAllDuplicates(on: { $0 }, remembering: 2).record().values, [1, 2])
    expectEqual(numbers.removeAllDuplicates(on: { $0 }, remembering: 0).record().values, [1, 1, 2, 1])
  }

  // Case XA-103.
  @Test("With a limit, no more keys are held than that")
  func memory() {
    let alive = Box(0)
    let most = Box(0)
    let keys = (0..<repetitions(manyTimes, full: 1_000_000)).publisher
      .removeAllDuplicates(on: { _ in CountedKey(alive) }, remembering: 1_000)
    let recorder = RecordingSubscriber<Int, Never> { _ in
      most.update { $0 = max($0, alive.value) }
      return .none
    }
    keys.subscribe(recorder)
    expect(recorder.isFinished)
    expect(most.value <= 1_002)
    expectEqual(alive.value, 0)
  }

  @Test("A limit of less than zero traps")
  func negativeLimit() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).removeAllDuplicates(on: { $0 }, remembering: -1) }
  }

  /// A key that is different from all others, and counted while it lives.
  private final class CountedKey: Hashable, Sendable {
    private let alive: Box<Int>

    init(_ alive: Box<Int>) {
      self.alive = alive
      alive.increment()
    }

    deinit { alive.update { $0 -= 1 } }

    static func == (left: CountedKey, right: CountedKey) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  // Case XA-077.
  @Test("Members are dropped, and the type of collection stays")
  func members() {
    expectEqual([[1, 2], [3]].publisher.filterMany { $0 < 2 }.record().values, [[1], []])
    expectEqual(["a1b2"].publisher.filterMany(\.isLetter).record().values, ["ab"])
  }

  // Cases XA-115, XA-116.
  @Test("The element that ends a prefix is the last one, or not")
  func inclusive() {
    marbles("--1--2--7--3--|") { $0.prefix(while: { $0 < 5 }, behavior: .inclusive) }
      .expect("--1--2--(7|)", upstream: "--------!")
    marbles("--1--2--7--3--|") { $0.prefix(while: { $0 < 5 }, behavior: .exclusive) }
      .expect("--1--2--|", upstream: "--------!")
    marbles("--1--|") { $0.prefix(while: { $0 < 5 }, behavior: .inclusive) }.expect("--1--|")
  }

  // Case XA-117.
  @Test("A cancel inside the delivery of the last element prevents the finish")
  func cancelInside() {
    let upstream = ScriptedPublisher<Int, Never>()
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      return .none
    }
    upstream.prefix(while: { $0 < 5 }, behavior: .inclusive).subscribe(recorder)
    upstream.send(7)
    expectEqual(recorder.values, [7])
    expect(!recorder.isFinished)
  }
}
