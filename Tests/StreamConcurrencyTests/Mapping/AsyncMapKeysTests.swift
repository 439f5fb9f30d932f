import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamConcurrency

/// A key that runs a closure when it is compared, and one when it is released.
private final class WatchedKey: Hashable, Sendable {
  let number: Int
  let whenCompared: @Sendable () -> Void
  let whenReleased: @Sendable () -> Void

  init(
    _ number: Int, whenCompared: @escaping @Sendable () -> Void = {},
    whenReleased: @escaping @Sendable () -> Void = {}
  ) {
    (self.number, self.whenCompared, self.whenReleased) = (number, whenCompared, whenReleased)
  }

  deinit { whenReleased() }

  static func == (one: WatchedKey, other: WatchedKey) -> Bool {
    one.whenCompared()
    return one.number == other.number
  }

  func hash(into hasher: inout Hasher) {
    whenCompared()
    hasher.combine(number)
  }
}

@Suite("The keys of asyncMap")
struct AsyncMapKeysTests {
  private let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)

  @Test("Keys are compared and released when no lock is held, and may call back", .timeLimit(.generous))
  func noLock() async {
    let (compared, released) = (Box(0), Box(0))
    let recorder = RecordingSubscriber<Int, TestError>(demand: .max(1))
    // It would wait for the lock for ever.
    let callBack = { @Sendable [weak recorder] in _ = recorder?.request(.max(1)) }
    let values = AsyncStream { continuation in
      recorder.onValue = { value in
        continuation.yield(value)
        return .none
      }
    }
    upstream.asyncMap(
      maxConcurrent: 4,
      inOrderBy: { number in
        WatchedKey(
          number % 2,
          whenCompared: {
            compared.increment()
            callBack()
          },
          whenReleased: {
            released.increment()
            callBack()
          })
      }
    ) { $0 }.subscribe(recorder)
    var next = values.makeAsyncIterator()
    for number in 1...20 {
      upstream.send(number)
      #expect(await next.next() == number)
    }
    recorder.cancel()
    expect(compared.value >= 20 && released.value == 20)
  }

  @Test("An element for which the closure of the key cancels does not run", .timeLimit(.generous))
  func cancelInKey() async {
    let recorder = RecordingSubscriber<Int, TestError>()
    let runs = Box(0)
    upstream.asyncMap(
      maxConcurrent: 2,
      inOrderBy: { [weak recorder] _ in
        recorder?.cancel()
        return 0
      }
    ) { number in
      runs.increment()
      return number
    }.subscribe(recorder)
    upstream.send(1)
    upstream.send(2)
    expectEqual(upstream.cancelCount, 1)
    expect(runs.value == 0 && recorder.values.isEmpty)
  }

  @Test("A value that upstream sends while keys are compared, against rule 3, is ignored", .timeLimit(.generous))
  func sendsWhileCompared() async {
    let upstream = upstream
    let isFirst = Box(true)
    let listener = Listener(
      upstream.asyncMap(
        maxConcurrent: 4,
        inOrderBy: { number in
          WatchedKey(
            number,
            whenCompared: {
              guard isFirst.value else { return }
              isFirst.value = false
              upstream.send(7)
            })
        }
      ) { $0 })
    upstream.send(1)
    upstream.send(2)
    upstream.send(completion: .finished)
    #expect(await listener.untilEnd() == [1, 2])
  }

  @Test("A key is forgotten with the next element, once the closure has returned for its own", .timeLimit(.generous))
  func forgets() async {
    let keys = Box<Set<Int>>([])
    let calls = AnsweredCalls()
    let listener = Listener(
      upstream.asyncMap(
        maxConcurrent: 4,
        inOrderBy: { number in
          let key = number / 10
          keys.update { _ = $0.insert(key) }
          return WatchedKey(key, whenReleased: { keys.update { _ = $0.remove(key) } })
        }
      ) { number in await calls.call(number) })
    upstream.send(11)
    upstream.send(21)
    calls.answer(11)
    #expect(await listener.first(1) == [110])
    expectEqual(keys.value, [1, 2])
    upstream.send(31)
    expectEqual(keys.value, [2, 3])
    calls.answer(21, 31)
    #expect(await listener.first(2) == [110, 210, 310])
    upstream.send(41)
    expectEqual(keys.value, [4])
    listener.recorder.cancel()
    expectEqual(keys.value, [])
  }

  @Test("A key that is used again before the next element is not forgotten", .timeLimit(.generous))
  func usedAgain() async {
    let calls = AnsweredCalls()
    let listener = Listener(
      upstream.asyncMap(maxConcurrent: 4, inOrderBy: { $0 / 10 }) { number in await calls.call(number) })
    upstream.send(11)
    calls.answer(11)
    #expect(await listener.first(1) == [110])
    upstream.send(12)
    await calls.untilRunning(12)
    upstream.send(13)
    upstream.send(21)
    await calls.untilRunning(21)
    expectEqual(calls.started, [11, 12, 21])
    listener.recorder.cancel()
  }

  @Test("However many keys there are, only those of elements under way are remembered", .timeLimit(.generous))
  func doesNotGrow() async {
    let living = Box((now: 0, most: 0))
    let listener = Listener(
      (0..<1_000).publisher.asyncMap(
        maxConcurrent: 3,
        inOrderBy: { number in
          living.update {
            $0.now += 1
            $0.most = max($0.most, $0.now)
          }
          return WatchedKey(number, whenReleased: { living.update { $0.now -= 1 } })
        }
      ) { $0 })
    #expect(await listener.untilEnd() == Array(0..<1_000))
    // Those under way, as many that are not forgotten yet, and the one that is compared.
    expect(living.value.most <= 7)
    while living.value.now > 0 { await Task.yield() }
  }

  @Test(
    "After the end, a subscription that is kept retains neither closure nor a key", .timeLimit(.generous),
    arguments: AsyncMapReleaseTests.Ending.allCases)
  func releasesAtEnd(ending: AsyncMapReleaseTests.Ending) async {
    weak var keyToken: Token?
    weak var token: Token?
    weak var aKey: WatchedKey?
    var subscription: (any Subscription)?
    do {
      let (newKeyToken, newToken, newKey) = (Token(), Token(), WatchedKey(0))
      (keyToken, token, aKey) = (newKeyToken, newToken, newKey)
      let listener = Listener(
        upstream.asyncMap(
          maxConcurrent: 3,
          inOrderBy: { _ in
            withExtendedLifetime(newKeyToken) {}
            return newKey
          }
        ) { number async throws(TestError) in
          if number == 13 { throw TestError() }
          return newToken.pass(number)
        })
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
    while keyToken != nil || token != nil || aKey != nil { await Task.yield() }
    expectEqual(upstream.livingSubscriptionCount, 0)
    withExtendedLifetime((upstream, subscription)) {}
  }
}
