import Foundation
import StreamTesting
import Streams

extension LawSpace {
  /// One thread with and without a hop, a queue, and a pool.
  static let anywhere = LawSpace.all.at([.virtualTime, .virtualTime, .behindHop, .serialQueue, .pool])

  /// Virtual time and the schedulers of a program: for operators that take one.
  static let everywhere = LawSpace.all.at([.virtualTime, .behindHop, .virtualTime] + LawPlace.real)

  /// On schedulers that run one piece of work at a time: for what delivers to several subscribers on one.
  static let serially = LawSpace.all.at([.virtualTime, .behindHop, .serialQueue, .otherThreads])

  /// In real time, for what brings threads of its own.
  static let onThreads = LawSpace.all.at([.serialQueue, .otherThreads]).upTo(257)

  /// In real time, for what runs tasks.
  static let inTasks = onThreads

  /// Virtual time alone, without a hop: for a law of times.
  static let timed = LawSpace.all.at([.virtualTime]).oneSender

  /// A timer alone, which sends each second of virtual time.
  static var ticking: LawSpace {
    var space = timed
    space.sources = [.timer]
    return space
  }

  /// Asked in one way.
  func asked(_ demand: LawDemand) -> LawSpace {
    var space = self
    space.demands = [demand]
    return space
  }
}

extension LawPlace {
  static let behindHop = LawPlace.virtual("virtual time, behind a hop") { $0.receive(on: $1).eraseToAnyPublisher() }

  static let serialQueue = LawPlace("a serial queue", on: { DispatchQueue(label: "law") }, hop: hop)

  static let pool = LawPlace("the pool", on: { PoolScheduler.computation }, hop: hop)

  static let otherThreads = LawPlace("a serial queue, without a hop", on: { DispatchQueue(label: "law") })

  static let real: [LawPlace] = [
    serialQueue, pool,
    otherThreads,
    LawPlace("a concurrent queue", on: { DispatchQueue(label: "law", attributes: .concurrent) }, hop: hop),
    LawPlace("a lane of the pool", on: { PoolScheduler.computation.serial() }, hop: hop),
    LawPlace("an actor", on: { ActorScheduler(Owner()) }, hop: hop),
    LawPlace("a clock", on: { ClockScheduler(ContinuousClock()) }, hop: hop),
    LawPlace("a run loop", on: { runLoop }, hop: hop),
    LawPlace("an operation queue", on: { serialOperationQueue() }, hop: hop),
    LawPlace("tasks", on: { PoolScheduler.computation }) { source, _ in
      // Materialized: otherwise a failure would overtake elements.
      source.materialize().asyncMap { $0 }.dematerialize().eraseToAnyPublisher()
    },
  ]

  /// The loop of a thread that runs it as long as the process lives.
  static var runLoop: RunLoop { loop.runLoop }

  private static let hop: Hop = { $0.receive(on: $1).eraseToAnyPublisher() }
}

private actor Owner {}

private func serialOperationQueue() -> OperationQueue {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  return queue
}

private struct Loop: @unchecked Sendable {
  // Sendable: other threads use what is safe on any thread.
  let runLoop: RunLoop
}

private let loop: Loop = {
  let (found, started) = (Box<Loop?>(nil), DispatchSemaphore(value: 0))
  Thread.detachNewThread {
    let runLoop = RunLoop.current
    // Without a timer it would return at once.
    runLoop.add(Timer(timeInterval: 3_600, repeats: true) { _ in }, forMode: .default)
    found.value = Loop(runLoop: runLoop)
    started.signal()
    while true { _ = runLoop.run(mode: .default, before: .distantFuture) }
  }
  started.wait()
  return found.value ?? Loop(runLoop: .main)
}()
