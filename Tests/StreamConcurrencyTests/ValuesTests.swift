import Foundation
import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("values")
struct ValuesTests {
  @Test("A loop gets every value in order, and ends with the publisher")
  func deliversAll() async {
    var received: [Int] = []
    for await value in (1...1000).publisher.values { received.append(value) }
    expectEqual(received, Array(1...1000))
  }

  @Test("Every iterator subscribes anew, when it is made")
  func subscribesWhenMade() async {
    let upstream = ScriptedPublisher<Int, Never>()
    let values = upstream.values
    expectEqual(upstream.subscriberCount, 0)
    let first = values.makeAsyncIterator()
    expectEqual(upstream.subscriberCount, 1)
    let second = values.makeAsyncIterator()
    expectEqual(upstream.subscriberCount, 2)
    expect(upstream.requests.isEmpty)
    withExtendedLifetime((first, second)) {}
  }

  @Test("One value is requested each time the loop waits for one")
  func asksForOne() async {
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.onRequest = { [unowned upstream] _ in upstream.send(upstream.requests.count) }
    var iterator = upstream.values.makeAsyncIterator()
    for count in 1...3 {
      #expect(await iterator.next() == count)
      expectEqual(upstream.requests, Array(repeating: .demand(.max(1)), count: count))
    }
  }

  @Test("Values that come unrequested are stored in order, and not requested again")
  func keepsUnrequestedValues() async {
    let upstream = ScriptedPublisher<Int, Never>()
    var iterator = upstream.values.makeAsyncIterator()
    for value in 1...100 { expectEqual(upstream.send(value), .none) }
    upstream.send(completion: .finished)
    for value in 1...100 { #expect(await iterator.next() == value) }
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
    expect(upstream.requests.isEmpty)
  }

  @Test("A publisher that sends more than requested loses nothing while a loop waits")
  func keepsSurplus() async {
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.onRequest = { [unowned upstream] _ in
      for value in 1...3 { upstream.send(value) }
      upstream.send(completion: .finished)
    }
    var received: [Int] = []
    for await value in upstream.values { received.append(value) }
    expectEqual(received, [1, 2, 3])
    expectEqual(upstream.requests, [.demand(.max(1))])
  }

  @Test("A value awaited before there is a subscription is requested when it comes")
  func asksLater() async {
    let upstream = ScriptedPublisher<Int, Never>(sendsSubscription: false)
    upstream.onRequest = { [unowned upstream] _ in upstream.send(7) }
    let subscriber = Task {
      var iterator = upstream.values.makeAsyncIterator()
      return await iterator.next()
    }
    while upstream.subscriberCount == 0 { await Task.yield() }
    upstream.sendSubscription()
    #expect(await subscriber.value == 7)
    expectEqual(upstream.demand, .max(1))
  }

  @Test("A second subscription is cancelled, and the first goes on")
  func cancelsSecondSubscription() async {
    let upstream = ScriptedPublisher<Int, Never>(letsGo: false)
    var iterator = upstream.values.makeAsyncIterator()
    upstream.sendSubscription(description: "Second")
    expectEqual(upstream.cancelCount, 1)
    upstream.send(1)
    #expect(await iterator.next() == 1)
  }

  @Test("A failure is thrown with its type, after the values that came before it, and only once")
  func throwsTyped() async {
    let upstream = ScriptedPublisher<Int, TestError>()
    var iterator = upstream.values.makeAsyncIterator()
    upstream.send(1)
    upstream.send(completion: .failure(TestError("late")))
    do throws(TestError) {
      #expect(try await iterator.next(isolation: nil) == 1)
      _ = try await iterator.next(isolation: nil)
      Issue.record("No failure was thrown.")
    } catch {
      expectEqual(error.name, "late")
    }
    #expect(await (try? iterator.next()) == .some(nil))
  }

  @Test("A failure ends a loop that waits, with its type")
  func throwsOutOfLoop() async {
    let upstream = ScriptedPublisher<Int, TestError>()
    upstream.onRequest = { [unowned upstream] _ in upstream.send(completion: .failure(TestError("at once"))) }
    do throws(TestError) {
      for try await value in upstream.values { Issue.record("\(value) came.") }
      Issue.record("No failure was thrown.")
    } catch {
      expectEqual(error, TestError("at once"))
    }
  }

  @Test("A publisher that may fail and does not ends its loop")
  func throwingFinishes() async throws {
    var received: [Int] = []
    for try await value in Publishers.Sequence<[Int], TestError>(sequence: [1, 2]).values { received.append(value) }
    expectEqual(received, [1, 2])
  }

  @Test("A cancel of the task cancels the subscription, and ends the waiting loop")
  func cancelEndsWait() async throws {
    let upstream = ScriptedPublisher<Int, TestError>()
    var demands = upstream.demands().makeAsyncIterator()
    let loop = Task {
      for try await value in upstream.values { Issue.record("\(value) came.") }
      return Task.isCancelled
    }
    _ = await demands.next()
    loop.cancel()
    #expect(try await loop.value)
    expect(upstream.isCancelled)
  }

  @Test("A cancel reaches upstream though the actor of the loop is busy", .timeLimit(.generous))
  @MainActor
  func cancelsBesideBusyActor() async {
    let upstream = ScriptedPublisher<Int, Never>()
    var demands = upstream.demands().makeAsyncIterator()
    let loop = Task { @MainActor in
      for await value in upstream.values { Issue.record("\(value) came.") }
    }
    _ = await demands.next()
    loop.cancel()
    // The loop cannot go on before this one waits.
    while !upstream.isCancelled { sched_yield() }
    upstream.send(1)
    await loop.value
    expectEqual(upstream.cancelCount, 1)
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("A value that is on its way to the loop when its task is cancelled is dropped", arguments: [false, true])
  @MainActor
  func cancelsAfterSend(isForEach: Bool) async {
    let upstream = ScriptedPublisher<Int, Never>()
    var demands = upstream.demands().makeAsyncIterator()
    let loop = Task { @MainActor in
      if isForEach {
        await upstream.forEach { Issue.record("\($0) came.") }
      } else {
        for await value in upstream.values { Issue.record("\(value) came.") }
      }
    }
    _ = await demands.next()
    upstream.send(1)
    loop.cancel()
    await loop.value
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A cancelled task gets nothing, not even values stored before")
  func cancelledTaskGetsNothing() async {
    let upstream = ScriptedPublisher<Int, Never>()
    let isCancelled = Event()
    let loop = Task {
      var iterator = upstream.values.makeAsyncIterator()
      upstream.send(1)
      await isCancelled.wait()
      return await iterator.next()
    }
    loop.cancel()
    #expect(await loop.value == nil)
    expectEqual(upstream.cancelCount, 1)
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("Leaving the loop cancels the subscription")
  func breakCancels() async {
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.onRequest = { [unowned upstream] _ in upstream.send(1) }
    for await _ in upstream.values { break }
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("Releasing the last copy of an iterator cancels the subscription, and leaves nothing behind")
  func dropCancels() async {
    let upstream = ScriptedPublisher<Token, Never>()
    weak var value: Token?
    do {
      let iterator = upstream.values.makeAsyncIterator()
      let copy = iterator
      let token = Token()
      value = token
      upstream.send(token)
      withExtendedLifetime((iterator, copy)) { expect(!upstream.isCancelled) }
    }
    expectEqual(upstream.cancelCount, 1)
    expect(value == nil)
    expectEqual(upstream.livingSubscriptionCount, 0)
  }

  @Test("An iterator that is kept after the end retains neither values nor upstream", arguments: [true, false])
  func releasesAtEnd(byCancel: Bool) async {
    let upstream = ScriptedPublisher<Token, Never>()
    weak var value: Token?
    var iterator = upstream.values.makeAsyncIterator()
    do {
      let token = Token()
      value = token
      upstream.send(token)
    }
    if byCancel {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(await iterator.next() == nil)
    } else {
      upstream.send(completion: .finished)
      #expect(await iterator.next() != nil)
    }
    expect(value == nil)
    expectEqual(upstream.livingSubscriptionCount, 0)
    #expect(await iterator.next() == nil)
  }

  @Test("A loop on an actor runs there, with values that are not sendable")
  @MainActor
  func runsOnActor() async throws {
    final class Cell { var value = 0 }
    let cells = [Cell(), Cell()]
    var count = 0
    for await cell in cells.publisher.values {
      MainActor.assertIsolated()
      cell.value += 1
      count += 1
    }
    for try await cell in Publishers.Sequence<[Cell], TestError>(sequence: cells).values {
      MainActor.assertIsolated()
      cell.value += 1
    }
    var iterator = cells.publisher.values.makeAsyncIterator()
    await iterator.next()?.value += 1
    MainActor.assertIsolated()
    expectEqual(count, 2)
    expectEqual(cells.map(\.value), [3, 2])
  }

  @Test("The loop subscribes to a subject when the iterator is made, and unrequested values are dropped")
  func subjectDropsUnrequested() async {
    let subject = CurrentValueSubject<Int, Never>(1)
    var iterator = subject.values.makeAsyncIterator()
    subject.send(2)
    subject.send(3)
    #expect(await iterator.next() == 3)
    subject.send(completion: .finished)
    #expect(await iterator.next() == nil)
  }

  @Test("Two tasks that wait on copies of one iterator each get a value")
  func manyWait() async {
    let upstream = ScriptedPublisher<Int, Never>()
    var demands = upstream.demands().makeAsyncIterator()
    let received = await withTaskGroup(of: Int?.self) { group in
      let inbox = SharedIterator(upstream.values.makeAsyncIterator())
      group.addTask { await inbox.next() }
      group.addTask { await inbox.next() }
      group.addTask { await inbox.next() }
      for _ in 1...3 { _ = await demands.next() }
      upstream.send(1)
      upstream.send(2)
      upstream.send(completion: .finished)
      return await group.reduce(into: []) { $0.append($1 ?? 0) }
    }
    expectEqual(received.sorted(), [0, 1, 2])
  }
}

/// Hands out copies of one iterator, as a careless user may.
// Sendable: the iterator is a value that never changes.
private struct SharedIterator: @unchecked Sendable {
  private let iterator: AsyncPublisher<ScriptedPublisher<Int, Never>>.Iterator

  init(_ iterator: AsyncPublisher<ScriptedPublisher<Int, Never>>.Iterator) {
    self.iterator = iterator
  }

  func next() async -> Int? {
    var copy = iterator
    return await copy.next()
  }
}
