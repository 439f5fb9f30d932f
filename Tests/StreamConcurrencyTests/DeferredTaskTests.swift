import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("DeferredTask")
struct DeferredTaskTests {
  @Test("Delivers the result of the closure and finishes without further demand")
  func deliversOne() async {
    let listener = Listener(DeferredTask { await doubled(21) }, demand: .max(1))
    #expect(await listener.untilEnd() == [42])
    expectEqual(listener.recorder.events, [.subscription("DeferredTask"), .value(42), .finished])
  }

  @Test("The closure runs for each subscriber, once there is demand")
  func runsOnDemand() async {
    let runs = Locked(0)
    let publisher = DeferredTask {
      runs.withLock { runs in
        runs += 1
        return runs
      }
    }
    let idle = Listener(publisher, demand: .none)
    #expect(await Listener(publisher).untilEnd() == [1])
    #expect(await Listener(publisher).untilEnd() == [2])
    idle.recorder.request(.max(1))
    #expect(await idle.untilEnd() == [3])
  }

  @Test("The error that the closure throws is the failure, with its type")
  func fails() async {
    let typed = DeferredTask { () async throws(TestError) -> Int in throw TestError("typed") }
    let listener = Listener(typed)
    _ = await listener.untilEnd()
    let failure: TestError? = listener.recorder.failure
    expectEqual(failure, TestError("typed"))

    let untyped = Listener(DeferredTask { try await failing() })
    _ = await untyped.untilEnd()
    expectEqual(untyped.recorder.failure as? TestError, TestError("untyped"))
  }

  @Test("A cancel cancels the task, and its CancellationError is not delivered")
  func cancelIsSilent() async {
    let (isRunning, isOver) = (Event(), Event())
    let listener = Listener(
      DeferredTask {
        isRunning.happen()
        await untilCancelled()
        defer { isOver.happen() }
        try Task.checkCancellation()
      })
    await isRunning.wait()
    listener.recorder.cancel()
    await isOver.wait()
    expect(listener.recorder.values.isEmpty && listener.recorder.completions.isEmpty)
  }

  @Test("A subscription that is kept retains neither the closure nor downstream after the end")
  func releasesAtEnd() async {
    weak var token: Token?
    weak var downstream: RecordingSubscriber<Int, Never>?
    var subscription: (any Subscription)?
    do {
      let newToken = Token()
      token = newToken
      let listener = Listener(DeferredTask { newToken.pass(1) })
      downstream = listener.recorder
      subscription = listener.recorder.subscription
      #expect(await listener.untilEnd() == [1])
    }
    while token != nil || downstream != nil { await Task.yield() }
    withExtendedLifetime(subscription) {}
  }

  @Test("The closure keeps the isolation to its actor")
  @MainActor
  func keepsActor() async {
    let listener = Listener(
      DeferredTask { @MainActor in
        MainActor.assertIsolated()
        return 1
      })
    #expect(await listener.untilEnd() == [1])
  }

  @Test("The isolated form runs on the actor that it is written on")
  @MainActor
  func inheritsActor() async {
    var runs = 0
    let publisher: DeferredTask<Int, Never> = .isolated {
      expect(isOnMainActor())
      runs += 1
      await Task.yield()
      return runs
    }
    #expect(await Listener(publisher).untilEnd() == [1])
    #expect(await Listener(publisher).untilEnd() == [2])
    let failing: DeferredTask<Int, TestError> = .isolated { () async throws(TestError) in throw TestError("\(runs)") }
    let listener = Listener(failing)
    _ = await listener.untilEnd()
    expectEqual(listener.recorder.failure, TestError("2"))
  }

  @Test("The task has the given priority")
  func hasPriority() async {
    let listener = Listener(DeferredTask(priority: .low) { Task.basePriority })
    #expect(await listener.untilEnd() == [.low])
  }
}

private func doubled(_ number: Int) async -> Int { number * 2 }

private func failing() async throws -> Int { throw TestError("untyped") }
