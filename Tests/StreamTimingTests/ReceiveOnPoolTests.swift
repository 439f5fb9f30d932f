import Dispatch
import StreamCore
import StreamSchedulers
import StreamTiming
import TestSupport
import Testing

/// The threads are real here.
@Suite("Operators on a PoolScheduler", .timeLimit(.generous))
struct ReceiveOnPoolTests {
  private func check<S: Scheduler>(_ scheduler: S, count: Int = 10_000) where S: Sendable {
    let source = PassthroughSubject<Int, TestError>()
    let recorders = [
      source.receive(on: scheduler).record(), source.delay(for: .milliseconds(1), scheduler: scheduler).record(),
    ]
    DispatchQueue(label: "sender").async {
      for value in 0..<count { source.send(value) }
      source.send(completion: .finished)
    }
    for recorder in recorders {
      expect(eventually { !recorder.completions.isEmpty })
      expectEqual(recorder.values, Array(0..<count))
      expectEqual(recorder.overlaps, 0)
    }
  }

  @Test("receive(on:) and delay keep the order, and deliver serially, on several threads", arguments: [0, 1, 100_000])
  func order(maxQueued: Int) {
    check(PoolScheduler(threads: 4, maxQueued: maxQueued))
  }

  @Test("receive(on:) and delay keep the order on a lane")
  func lane() {
    check(PoolScheduler(threads: 4).serial())
  }

  @Test("subscribe(on:) runs publishers on the threads of a pool, several at a time")
  func subscribes() {
    let pool = PoolScheduler(threads: 2)
    let (arrived, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let recorders = (1...2).map { number in
      Deferred {
        arrived.signal()
        _ = gate.waitPatiently()
        return Just(number)
      }.subscribe(on: pool).record()
    }
    for _ in 1...2 { expect(arrived.waitPatiently()) }
    for _ in 1...2 { gate.signal() }
    expect(eventually { recorders.allSatisfy { $0.isFinished } })
    expectEqual(recorders.map(\.values), [[1], [2]])
  }

  @Test("debounce and timeout keep time on a pool")
  func timed() {
    let pool = PoolScheduler(threads: 2)
    let source = PassthroughSubject<Int, TestError>()
    let debounced = source.debounce(for: .milliseconds(50), scheduler: pool).record()
    // Long enough for the values to come first, however busy the machine is.
    let timedOut = source.timeout(.seconds(3), scheduler: pool) { TestError("late") }.record()
    let lane = pool.serial()
    lane.schedule { for value in 1...3 { source.send(value) } }
    expect(eventually { debounced.values == [3] })
    expect(eventually { timedOut.failure == TestError("late") })
    expectEqual(timedOut.values, [1, 2, 3])
  }
}
