import StreamCore
import StreamDiagnostics
import TestSupport
import Testing

@testable import StreamCombining

@Suite("mergeSorted")
struct MergeSortedTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  private let one = Source(letsGo: false)
  private let other = Source(letsGo: false)

  /// An element with a key, by which alone it is compared.
  private struct Keyed: Sendable, Equatable {
    let key: Int
    let origin: String
  }

  @Test("Each element waits for the other publisher's, and the lesser comes first")
  func order() {
    let (run, _) = marbles("-ad---x-|", "--bc-e-z|") { $0.mergeSorted(with: $1) }
    run.expect("--(ab)c-dex(z|)")
  }

  @Test("Among equals the first publisher's come first, and each publisher keeps its order")
  func stable() {
    let left = [(1, "a"), (2, "b"), (2, "c")].map { Keyed(key: $0.0, origin: $0.1) }
    let right = [(1, "x"), (2, "y"), (3, "z")].map { Keyed(key: $0.0, origin: $0.1) }
    let recorder = left.publisher.mergeSorted(with: right.publisher) { $0.key < $1.key }.record()
    expectEqual(recorder.values.map(\.origin).joined(), "axbcyz")
    expectEqual(recorder.completions, [.finished])
  }

  @Test("Publishers that are not sorted keep their own order")
  func unsorted() {
    let recorder = [5, 1, 9].publisher.mergeSorted(with: [4, 7, 2].publisher).record()
    expectEqual(recorder.values, [4, 5, 1, 7, 2, 9])
  }

  @Test("As many are requested of each as may wait, and one more of that whose element has been delivered")
  func demand() {
    expectEqual(one.mergeSorted(with: other, bufferSize: 7).record(demand: .none).values, [])
    expectEqual(one.requests, [.demand(.max(7))])
    expectEqual(one.mergeSorted(with: other, bufferSize: .max).record(demand: .none).values, [])
    expectEqual(one.requests, [.demand(.max(7)), .demand(.unlimited)])
  }

  @Test("With room for one, an upstream is asked for one more when its element has been delivered")
  func demandOfOne() {
    let recorder = one.mergeSorted(with: other, bufferSize: 1).record(demand: .none)
    expectEqual(one.requests, [.demand(.max(1))])
    expectEqual(other.requests, [.demand(.max(1))])
    expectEqual([one.send(1), other.send(2)], [.none, .none])
    expect(recorder.values.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expectEqual(one.requests, [.demand(.max(1)), .demand(.max(1))])
    expectEqual(other.requests, [.demand(.max(1))])
    expectEqual(one.send(3), .none)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [1, 2])
    expectEqual(other.requests, [.demand(.max(1)), .demand(.max(1))])
    // It is the other's element that is delivered, and the caller that is asked for one more.
    expectEqual(other.send(3), .none)
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(one.send(2), .max(1))
    expectEqual(recorder.values, [1, 2, 3, 2])
  }

  @Test("When one has finished the other's elements come at once; the stream finishes with the last")
  func ends() {
    let recorder = one.mergeSorted(with: other).record()
    one.send(1)
    one.send(completion: .finished)
    expect(recorder.values.isEmpty)
    other.send(0)
    expectEqual(recorder.values, [0])
    other.send(5)
    expectEqual(recorder.values, [0, 1, 5])
    other.send(6)
    expect(recorder.completions.isEmpty)
    other.send(completion: .finished)
    expectEqual(recorder.values, [0, 1, 5, 6])
    expectEqual(recorder.completions, [.finished])
    let none = Empty<Int, TestError>()
    expectEqual(none.mergeSorted(with: none).record().completions, [.finished])
    let some = Publishers.Sequence<[Int], TestError>(sequence: [2, 3])
    expectEqual(
      none.mergeSorted(with: some).record().values + some.mergeSorted(with: none).record().values, [2, 3, 2, 3])
  }

  @Test("A finish waits for the element that waits for demand")
  func endsAfterDemand() {
    let recorder = one.mergeSorted(with: other).record(demand: .none)
    one.send(1)
    one.send(completion: .finished)
    other.send(completion: .finished)
    expect(recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expectEqual(recorder.completions, [.finished])
  }

  @Test("A failure cancels the other, and drops the elements that wait", arguments: [true, false])
  func fails(isFirst: Bool) {
    let recorder = one.mergeSorted(with: other).record()
    let (failing, waiting) = isFirst ? (one, other) : (other, one)
    waiting.send(1)
    failing.send(completion: .failure(TestError()))
    expect(recorder.values.isEmpty)
    expectEqual(recorder.completions, [.failure(TestError())])
    expectEqual([failing.cancelCount, waiting.cancelCount], [0, 1])
  }

  @Test("A cancel cancels both, and releases what waits")
  func cancels() {
    weak var held: Token?
    let (one, other) = (ScriptedPublisher<Token, TestError>(), ScriptedPublisher<Token, TestError>())
    let recorder = one.mergeSorted(with: other) { _, _ in false }.record()
    do {
      let token = Token()
      held = token
      one.send(token)
    }
    expect(held != nil)
    recorder.cancel()
    expect(held == nil)
    expectEqual([one.cancelCount, other.cancelCount], [1, 1])
  }

  @Test("Nothing that was delivered is kept")
  func releases() {
    let (one, other) = (ScriptedPublisher<Token, TestError>(), ScriptedPublisher<Token, TestError>())
    let subscription = one.mergeSorted(with: other) { _, _ in false }
      .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    weak var delivered: Token?
    do {
      let token = Token()
      delivered = token
      one.send(token)
    }
    other.send(Token())
    expect(delivered == nil)
    subscription.cancel()
  }

  @Test("An element without demand is dropped and reported, and the one that waits is delivered")
  func drops() {
    let recorder = one.mergeSorted(with: other, bufferSize: 1).record()
    one.send(1)
    let drops = reportedDrops { one.send(2) }
    expectEqual(drops.map(\.operatorName), ["MergeSorted"])
    expectEqual(drops.map(\.reason), [.beyondDemand])
    expectEqual(drops.map(\.site), [StreamSite(fileID: #fileID, line: #line - 5)])
    other.send(3)
    expectEqual(recorder.values, [1])
  }

  @Test("What downstream requests from inside a delivery, and a publisher sends from inside a request, keeps the order")
  func reenters() {
    let (multiples, others) = (stride(from: 0, to: 100, by: 3), (0..<100).filter { !$0.isMultiple(of: 3) })
    let recorder = Array(multiples).publisher.mergeSorted(with: others.publisher).record(demand: .max(1))
    for _ in 1..<100 { recorder.request(.max(1)) }
    expectEqual(recorder.values, Array(0..<100))
    recorder.request(.max(1))
    expectEqual(recorder.completions, [.finished])
  }

  @Test("The closure runs when no lock is held, and a cancel in it ends the stream")
  func cancelsInClosure() {
    let faults = faultsOfCancelInClosure { source, other, closure in
      source.mergeSorted(with: other) {
        closure()
        return $0 < $1
      }
    }
    expectEqual(faults, [])
  }

  @Test("An element that a publisher sends from inside the closure is compared after that")
  func sendsInClosure() {
    let (one, other) = (one, other)
    let recorder = one.mergeSorted(with: other) { second, first in
      if second == 2, first == 1 { other.send(4) }
      return second < first
    }.record()
    one.send(1)
    other.send(2)
    expectEqual(recorder.values, [1])
    one.send(3)
    one.send(5)
    expectEqual(recorder.values, [1, 2, 3, 4])
  }

  @Test("A delivered element is released outside the lock", arguments: [1, 32])
  func releasesOutsideLock(bufferSize: Int) {
    final class Requesting: Sendable {
      let end: @Sendable () -> Void

      init(_ end: @escaping @Sendable () -> Void) {
        self.end = end
      }

      deinit { end() }
    }
    let (one, other) = (ScriptedPublisher<Requesting, TestError>(), ScriptedPublisher<Requesting, TestError>())
    let (subscriber, ended) = (CountingSubscriber<Requesting, TestError>(), Box(0))
    one.mergeSorted(with: other, bufferSize: bufferSize) { _, _ in false }.subscribe(subscriber)
    subscriber.request(.max(2))
    for source in [one, other, one] {
      source.send(
        Requesting {
          // It would wait for the lock for ever.
          subscriber.request(.max(1))
          ended.increment()
        })
    }
    expectEqual(ended.value, 2)
    subscriber.cancel()
  }

  @Test("A buffer without room for one element traps", arguments: [0, -1])
  func badInput(bufferSize: Int) async {
    await #expect(processExitsWith: .failure) { [bufferSize] in
      _ = Just(1).mergeSorted(with: Just(1), bufferSize: bufferSize)
    }
  }
}
