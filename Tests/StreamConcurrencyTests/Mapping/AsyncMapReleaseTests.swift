import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("What asyncMap retains")
struct AsyncMapReleaseTests {
  enum Ending: CaseIterable, Sendable {
    case finish, failure, thrown, cancel
  }

  private func publisher(
    of upstream: ScriptedPublisher<Int, TestError>, isLatest: Bool, holding token: Token
  ) -> AnyPublisher<Int, TestError> {
    let transform: @Sendable (Int) async throws(TestError) -> Int = { number async throws(TestError) in
      if number == 13 { throw TestError() }
      return token.pass(number)
    }
    return isLatest
      ? upstream.asyncMapLatest(transform).eraseToAnyPublisher()
      : upstream.asyncMap(maxConcurrent: 3, transform).eraseToAnyPublisher()
  }

  @Test(
    "After the end, a subscription that is kept retains neither the closure nor downstream, and no task is left",
    .timeLimit(.generous), arguments: Ending.allCases, [true, false])
  func releasesAtEnd(ending: Ending, isLatest: Bool) async {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      token = newToken
      let listener = Listener(publisher(of: upstream, isLatest: isLatest, holding: newToken))
      downstream = listener.recorder
      subscription = listener.recorder.subscription
      upstream.send(1)
      _ = await listener.first(1)
      switch ending {
      case .finish: upstream.send(completion: .finished)
      case .failure: upstream.send(completion: .failure(TestError()))
      case .thrown: upstream.send(13)
      case .cancel: subscription?.cancel()
      }
      if ending != .cancel { _ = await listener.untilEnd() }
    }
    while token != nil || downstream != nil { await Task.yield() }
    expectEqual(upstream.livingSubscriptionCount, 0)
    withExtendedLifetime((upstream, subscription)) {}
  }

  @Test("A cancel releases the closure and downstream before it returns, if no closure runs", .timeLimit(.generous))
  func releasesAtCancel() async {
    let upstream = ScriptedPublisher<Int, TestError>()
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, TestError>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      token = newToken
      let recorder = publisher(of: upstream, isLatest: false, holding: newToken).record()
      downstream = recorder
      subscription = recorder.subscription
    }
    // The task may be on its way to its first wait, but holds neither.
    subscription?.cancel()
    expect(token == nil && downstream == nil)
  }

  @Test("A closure that goes on after a cancel retains neither downstream nor upstream", .timeLimit(.generous))
  func releasesBesideClosure() async {
    let upstream = ScriptedPublisher<Int, TestError>()
    let (isRunning, mayReturn) = (Event(), Event())
    weak var downstream: RecordingSubscriber<Int, TestError>?
    do {
      let recorder = upstream.asyncMap { number in
        isRunning.happen()
        await Task { await mayReturn.wait() }.value
        return number
      }.record()
      downstream = recorder
      upstream.send(1)
      await isRunning.wait()
      recorder.cancel()
    }
    expect(downstream == nil && upstream.livingSubscriptionCount == 0)
    mayReturn.happen()
  }

  @Test("An upstream that sends no subscription, and releases its subscriber, leaves no task", .timeLimit(.generous))
  func upstreamWithoutSubscription() async {
    weak var token: Token?
    do {
      let newToken = Token()
      token = newToken
      let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false)
      _ = publisher(of: upstream, isLatest: false, holding: newToken).record()
    }
    while token != nil { await Task.yield() }
  }

  @Test("An upstream that releases its subscriber without an end is owed the results", .timeLimit(.generous))
  func forgetfulUpstream() async {
    let listener = Listener(Forgetful().asyncMap(maxConcurrent: 2) { $0 })
    #expect(await listener.first(2) == [1, 2])
    expect(listener.recorder.completions.isEmpty)
    listener.recorder.cancel()
  }
}

/// Sends two values, and forgets its subscriber.
private struct Forgetful: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: Subscriptions.empty)
    _ = subscriber.receive(1)
    _ = subscriber.receive(2)
  }
}
