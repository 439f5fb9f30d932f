import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("values(buffering:)")
struct ValuesBufferingTests {
  /// Sends five values while no loop waits, then what comes when one does.
  private func received(_ buffering: AsyncBuffering) async -> (values: [Int], dropped: Int) {
    let subject = PassthroughSubject<Int, Never>()
    let sequence = subject.values(buffering: buffering)
    var iterator = sequence.makeAsyncIterator()
    for value in 1...5 { subject.send(value) }
    subject.send(completion: .finished)
    var received: [Int] = []
    while let value = await iterator.next() { received.append(value) }
    return (received, sequence.droppedCount)
  }

  @Test(
    "Of the values that wait, those are kept that the policy keeps, and the others are counted",
    arguments: [
      (AsyncBuffering.unbounded, [1, 2, 3, 4, 5]), (.oldest(2), [1, 2]), (.newest(2), [4, 5]), (.oldest(0), []),
      (.newest(0), []), (.oldest(9), [1, 2, 3, 4, 5]), (.newest(9), [1, 2, 3, 4, 5]),
    ])
  func keeps(buffering: AsyncBuffering, expected: [Int]) async {
    let (values, dropped) = await received(buffering)
    expectEqual(values, expected)
    expectEqual(dropped, 5 - expected.count)
  }

  @Test("A subject drops what it sends while a suspending loop does not wait: nothing is dropped by the loop")
  func suspendingSubject() async {
    let (values, dropped) = await received(.suspending)
    expect(values.isEmpty)
    expectEqual(dropped, 0)
  }

  @Test("Suspending requests one value each time; the others request all of them once", arguments: [true, false])
  func demand(isSuspending: Bool) async {
    let upstream = ScriptedPublisher<Int, Never>()
    var iterator = upstream.values(buffering: isSuspending ? .suspending : .newest(3)).makeAsyncIterator()
    expectEqual(upstream.requests, (isSuspending ? [] : [.demand(.unlimited)]))
    if isSuspending { upstream.onRequest = { [unowned upstream] _ in upstream.send(7) } } else { upstream.send(7) }
    #expect(await iterator.next() == 7)
    expectEqual(upstream.requests, [.demand(isSuspending ? .max(1) : .unlimited)])
  }

  @Test("Late subscriptions are sent the demand, and unrequested values of a suspending loop are kept")
  func lateSubscription() async {
    let upstream = ScriptedPublisher<Int, Never>(sendsSubscription: false)
    var iterator = upstream.values(buffering: .unbounded).makeAsyncIterator()
    upstream.sendSubscription()
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(1)
    #expect(await iterator.next() == 1)
  }

  @Test("A value goes to a waiting loop without being counted, even if none may wait")
  func waitingLoop() async {
    let upstream = ScriptedPublisher<Int, Never>()
    let sequence = upstream.values(buffering: .oldest(0))
    let loop = Task {
      var values: [Int] = []
      for await value in sequence { values.append(value) }
      return values
    }
    // Sends until the loop has taken one: those before it waits are dropped.
    while upstream.subscriberCount == 0 { await Task.yield() }
    var sent = 0
    while sent - sequence.droppedCount < 1 {
      upstream.send(sent)
      sent += 1
      await Task.yield()
    }
    upstream.send(completion: .finished)
    let values = await loop.value
    expectEqual(values.count, sent - sequence.droppedCount)
  }

  @Test("A failure is thrown with its type, after the values that wait")
  func failure() async {
    let subject = PassthroughSubject<Int, TestError>()
    var iterator = subject.values(buffering: .newest(2)).makeAsyncIterator()
    for value in 1...3 { subject.send(value) }
    subject.send(completion: .failure(TestError("end")))
    var values: [Int] = []
    do throws(TestError) {
      while let value = try await iterator.next() { values.append(value) }
      Issue.record("It has not failed.")
    } catch {
      expectEqual(error, TestError("end"))
    }
    expectEqual(values, [2, 3])
  }

  @Test("A loop without failure needs no try, on an actor or not")
  @MainActor
  func withoutTry() async {
    var sum = 0
    for await value in (1...100).publisher.values(buffering: .unbounded) { sum += value }
    expectEqual(sum, 5_050)
  }

  @Test("Dropped values are released, and those that wait when the iterator is released")
  func releases() async {
    final class Token: Sendable {}
    let subject = PassthroughSubject<Token, Never>()
    weak var dropped: Token?
    weak var waiting: Token?
    do {
      let iterator = subject.values(buffering: .newest(1)).makeAsyncIterator()
      let (first, second) = (Token(), Token())
      (dropped, waiting) = (first, second)
      subject.send(first)
      subject.send(second)
      withExtendedLifetime(iterator) {}
    }
    expect(dropped == nil)
    expect(waiting == nil)
  }

  @Test("All loops over one sequence count together")
  func countsTogether() async {
    let subject = PassthroughSubject<Int, Never>()
    let sequence = subject.values(buffering: .oldest(1))
    let iterators = (0..<3).map { _ in sequence.makeAsyncIterator() }
    for value in 1...3 { subject.send(value) }
    expectEqual(sequence.droppedCount, 6)
    withExtendedLifetime(iterators) {}
  }

  @Test("A negative number of values ends the process")
  func negative() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).values(buffering: .oldest(-1)) }
    await #expect(processExitsWith: .failure) { _ = Just(1).values(buffering: .newest(-1)) }
  }

  @Test("Values sent by several threads arrive, or are counted")
  func threads() async {
    let subject = PassthroughSubject<Int, Never>()
    let sequence = subject.values(buffering: .newest(4))
    var iterator = sequence.makeAsyncIterator()
    let sender = JoinableThread {
      concurrently(4) { thread in
        for index in 0..<2_500 { subject.send(thread * 2_500 + index) }
      }
      subject.send(completion: .finished)
    }
    var count = 0
    while await iterator.next() != nil { count += 1 }
    sender.join()
    expectEqual(count + sequence.droppedCount, 10_000)
  }
}
