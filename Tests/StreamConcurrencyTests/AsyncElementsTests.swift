import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("AsyncSequence.publisher")
struct AsyncElementsTests {
  @Test("Delivers the elements, in order, then finishes")
  func deliversAll() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let listener = Listener(stream.publisher)
    for value in 1...1000 { continuation.yield(value) }
    continuation.finish()
    #expect(await listener.untilEnd() == Array(1...1000))
    expect(listener.recorder.isFinished)
    expectEqual(listener.recorder.overlaps, 0)
  }

  @Test("Each subscription iterates anew, from its beginning")
  func iteratesAnew() async {
    let source = Numbers(upTo: 3)
    let publisher = source.publisher
    expectEqual(source.iteratorCount, 0)
    let idle = Listener(publisher, demand: .none)
    expectEqual(source.iteratorCount, 1)
    #expect(await Listener(publisher).untilEnd() == [1, 2, 3])
    expectEqual(source.iteratorCount, 2)
    expect(idle.recorder.values.isEmpty)
  }

  @Test("Draws as many elements as are requested, and none ahead")
  func asksByDemand() async {
    let source = Numbers(upTo: 5)
    let listener = Listener(source.publisher, demand: .max(2))
    var values = listener.values.makeAsyncIterator()
    #expect(await values.next() == 1)
    #expect(await values.next() == 2)
    listener.recorder.request(.max(1))
    #expect(await values.next() == 3)
    expectEqual(source.drawnCount, 3)
    listener.recorder.request(.max(2))
    #expect(await values.next() == 4)
    #expect(await values.next() == 5)
    expect(listener.recorder.completions.isEmpty)
    listener.recorder.request(.max(1))
    #expect(await values.next() == nil)
    expect(listener.recorder.isFinished)
  }

  @Test("A request for no values draws no element")
  func requestNone() async {
    let source = Numbers(upTo: 5)
    let listener = Listener(source.publisher, demand: .none)
    listener.recorder.request(.none)
    expectEqual(source.drawnCount, 0)
    listener.recorder.request(.max(1))
    var values = listener.values.makeAsyncIterator()
    #expect(await values.next() == 1)
    listener.recorder.request(.none)
    listener.recorder.request(.max(1))
    #expect(await values.next() == 2)
    expectEqual(source.drawnCount, 2)
    listener.recorder.cancel()
    listener.recorder.request(.none)
  }

  @Test("Demand that is returned, and demand from inside a delivery, adds up")
  func addsDemand() async {
    let recorder = RecordingSubscriber<Int, Never>(demand: .max(1))
    let end = Event()
    recorder.onValue = { [unowned recorder] value in
      if value.isMultiple(of: 2) { return .max(1) }
      recorder.request(.max(1))
      return .none
    }
    recorder.onCompletion = { _ in end.happen() }
    Numbers(upTo: 5000).publisher.subscribe(recorder)
    await end.wait()
    expectEqual(recorder.values, Array(1...5000))
    expectEqual(recorder.overlaps, 0)
  }

  @Test("A failure is delivered with its type")
  func fails() async {
    let listener = Listener(Numbers(upTo: 2, thenThrows: TestError("broken")).publisher)
    #expect(await listener.untilEnd() == [1, 2])
    let failure: TestError? = listener.recorder.failure
    expectEqual(failure?.name, "broken")
  }

  @Test("A cancel cancels the waiting task, and its CancellationError is not delivered")
  func cancelIsSilent() async {
    let source = Sleeper()
    let listener = Listener(source.publisher)
    await source.isAsleep.wait()
    listener.recorder.cancel()
    await source.isCancelled.wait()
    listener.recorder.cancel()
    listener.recorder.request(.max(1))
    expectEqual(listener.recorder.events.count, 1)
    expectEqual(listener.recorder.subscriptions, ["AsyncElements"])
  }

  @Test("A CancellationError that the sequence throws itself is a failure like any other")
  func deliversForeignCancellation() async {
    let listener = Listener(Sleeper(isCancelledByItself: true).publisher)
    _ = await listener.untilEnd()
    expect(listener.recorder.failure is CancellationError)
  }

  @Test("Nothing is delivered after a cancel from inside a delivery")
  func cancelInsideDelivery() async {
    let source = Numbers(upTo: 5)
    let recorder = RecordingSubscriber<Int, Never>()
    let token = Token()
    recorder.onValue = { [unowned recorder] value in
      if value == 2 { recorder.cancel() }
      return token.pass(.none)
    }
    source.publisher.subscribe(recorder)
    await source.isReleased.wait()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.completions.isEmpty)
    expectEqual(source.drawnCount, 2)
  }

  @Test("What is requested in receive(subscription:) is delivered after that has returned")
  func handsOverFirst() async {
    let recorder = RecordingSubscriber<Int, Never>(demand: .none)
    let end = Event()
    recorder.onSubscription = { [unowned recorder] subscription in
      subscription.request(.unlimited)
      for _ in 0..<1000 { expect(recorder.values.isEmpty) }
    }
    recorder.onCompletion = { _ in end.happen() }
    Numbers(upTo: 2).publisher.subscribe(recorder)
    await end.wait()
    expectEqual(recorder.overlaps, 0)
    expectEqual(recorder.values, [1, 2])
  }

  @Test("A cancel in receive(subscription:) starts no iteration")
  func cancelsInHandover() {
    let source = Numbers(upTo: 2)
    let recorder = RecordingSubscriber<Int, Never>()
    recorder.onSubscription = { $0.cancel() }
    source.publisher.subscribe(recorder)
    expectEqual(source.drawnCount, 0)
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
  }

  @Test("A subscription released without a cancel leaves neither a task nor an iterator behind")
  func dropReleases() async {
    let source = Numbers(upTo: 5)
    weak var downstream: RecordingSubscriber<Int, Never>?
    do {
      let listener = Listener(source.publisher, demand: .max(1))
      downstream = listener.recorder
      var values = listener.values.makeAsyncIterator()
      #expect(await values.next() == 1)
      listener.recorder.forget()
    }
    await source.isReleased.wait()
    while downstream != nil { await Task.yield() }
  }

  @Test("While the task waits for demand, an element that has been delivered is not retained")
  func releasesElements() async throws {
    final class Token: Sendable {}
    let (stream, continuation) = AsyncStream<Token>.makeStream()
    let recorder = CountingSubscriber<Token, Never>()
    stream.publisher.subscribe(recorder)
    weak var token: Token?
    do {
      let made = Token()
      token = made
      continuation.yield(made)
    }
    recorder.request(.max(1))
    #expect(try await eventually { recorder.valueCount == 1 && token == nil })
    recorder.cancel()
  }

  @Test("A subscription that is kept retains nothing after the end", arguments: [true, false])
  func releasesAtEnd(byCancel: Bool) async {
    let source = Numbers(upTo: 3)
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let listener = Listener(source.publisher, demand: .max(byCancel ? 3 : 4))
      downstream = listener.recorder
      subscription = listener.recorder.subscription
      var values = listener.values.makeAsyncIterator()
      for value in 1...3 { #expect(await values.next() == value) }
      if byCancel { subscription?.cancel() } else { #expect(await values.next() == nil) }
    }
    await source.isReleased.wait()
    while downstream != nil { await Task.yield() }
    withExtendedLifetime(subscription) {}
  }

  @Test("A cancelled subscription releases its subscriber even while the sequence ignores the cancel")
  func releasesDownstreamAtOnce() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let deaf = Deaf(base: stream)
    weak var token: Token?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      token = newToken
      let recorder = RecordingSubscriber<Int, Never> { _ in newToken.pass(.none) }
      deaf.publisher.subscribe(recorder)
      subscription = recorder.subscription
    }
    await deaf.isAsked.wait()
    subscription?.cancel()
    expect(token == nil)
    continuation.finish()
  }

  @Test("The values of a publisher of elements are the elements")
  func roundTrip() async {
    var received: [Int] = []
    for await value in (1...100).publisher.values.publisher.values { received.append(value) }
    expectEqual(received, Array(1...100))
  }
}

/// Waits until it is cancelled, and then throws, as what waits in tasks does.
private struct Sleeper: AsyncSequence, AsyncIteratorProtocol, Sendable {
  var isCancelledByItself = false
  let isAsleep = Event()
  let isCancelled = Event()

  func makeAsyncIterator() -> Self { self }

  mutating func next() async throws -> Int? {
    isAsleep.happen()
    if !isCancelledByItself { await untilCancelled() }
    isCancelled.happen()
    throw CancellationError()
  }
}

/// Does not notice that its task is cancelled.
private struct Deaf: AsyncSequence, AsyncIteratorProtocol, Sendable {
  let base: AsyncStream<Int>
  let isAsked = Event()

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Int? { await next(isolation: nil) }

  mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
    let element = Task { [base] in
      var iterator = base.makeAsyncIterator()
      return await iterator.next()
    }
    isAsked.happen()
    return await element.value
  }
}
