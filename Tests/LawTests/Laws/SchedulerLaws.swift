import Dispatch
import Foundation
import StreamTesting
import Streams
import TestSupport

let schedulerLaws = LawTable.laws(of: "Schedulers") { laws in
  scheduler("DispatchQueue", laws, in: .onThreads) { DispatchQueue(label: "law") }
  scheduler("PoolScheduler", laws, in: .onThreads) { PoolScheduler(threads: 2, maxQueued: 3) }
  scheduler("SerialLane", laws, in: .onThreads) { PoolScheduler.computation.serial() }
  scheduler("ClockScheduler", laws, in: .onThreads) { ClockScheduler(ContinuousClock()) }
  scheduler("ActorScheduler", laws, in: .onThreads) { ActorScheduler(Owner()) }
  scheduler("ExecutorScheduler", laws, in: .onThreads) { ExecutorScheduler(globalConcurrentExecutor) }
  scheduler("OperationQueue", laws, in: .onThreads) { OperationQueue() }
  scheduler("RunLoop", laws, in: .onThreads) { LawPlace.runLoop }
  scheduler("UIScheduler", laws, in: .onThreads) { UIScheduler.shared }
  scheduler("MainActor", laws, in: .onThreads) { MainActor.shared }
  laws.same(
    "What is replayed has been", of: "replay HistoricalScheduler", in: .timed.cold.finishing,
    { $0.collect().flatMap { values in Deferred { historical { replayed(values, $0) } } } }, { $0 })
  laws.same(
    "What is replayed is sorted", of: "replay", in: .timed.cold.finishing,
    { $0.collect().flatMap { values in Deferred { historical { replayed(values.reversed(), $0) } } } }, { $0 })
  scheduler("MeteredScheduler", laws, in: .onThreads) { DispatchQueue(label: "law").metered(by: SchedulerCounters()) }
  scheduler("AnyScheduler", laws, in: .onThreads) { AnyScheduler(DispatchQueue(label: "law")) }
  scheduler("ImmediateScheduler", laws, in: .anywhere) { ImmediateScheduler.shared }
  scheduler("InstantScheduler", laws, in: .anywhere) { DispatchQueue.immediate }
  scheduler("TrampolineScheduler", laws, in: .anywhere) { TrampolineScheduler.shared }
  laws.same(
    "A stepped scheduler runs all", of: "SteppedScheduler", in: .timed.cold.ending,
    { source in Deferred { stepped { source.receive(on: $0) } } }, { $0 })
  laws.same(
    "A stepped scheduler keeps the order", of: "SteppedScheduler", in: .timed.cold.ending,
    { source in Deferred { stepped { source.delay(for: 2, scheduler: $0) } } }, { $0 })
  laws.same(
    "A historical scheduler runs all", of: "HistoricalScheduler", in: .timed.cold.ending,
    { source in Deferred { historical { source.receive(on: $0) } } }, { $0 })
  laws.same(
    "A historical scheduler keeps the order", of: "HistoricalScheduler", in: .timed.cold.ending,
    { source in Deferred { historical { source.delay(for: 2, scheduler: $0) } } }, { $0 })

  laws.same(
    "Windows on clocks that stand", of: "ImmediateScheduler AnyScheduler Grouping.window",
    by: .permutation().unlessOvertaken, in: .timed.cold,
    { $0.window(every: .seconds(1), scheduler: ImmediateScheduler.shared).flatMap { $0 } },
    { $0.window(every: .seconds(1), scheduler: AnyScheduler(ImmediateScheduler.shared)).flatMap { $0 } })
  laws.same(
    "Samples on clocks that stand", of: "ImmediateScheduler AnyScheduler Timing.sample", in: .timed.cold.eager,
    { $0.sample(every: .seconds(1), scheduler: ImmediateScheduler.shared) },
    { $0.sample(every: .seconds(1), scheduler: AnyScheduler(ImmediateScheduler.shared)) })
  laws.same(
    "Samples on a clock that is told to stand", of: "InstantScheduler AnyScheduler Timing.sample",
    in: .timed.cold.eager,
    { $0.sample(every: .seconds(1), scheduler: AnyScheduler(DispatchQueue.immediate)) },
    { $0.sample(every: .seconds(1), scheduler: ImmediateScheduler.shared) })
  laws.same(
    "Windows on a clock that is told to stand", of: "InstantScheduler AnyScheduler Grouping.window",
    by: .permutation().unlessOvertaken, in: .timed.cold,
    { $0.window(every: .seconds(1), scheduler: AnyScheduler(DispatchQueue.immediate)).flatMap { $0 } },
    { $0.window(every: .seconds(1), scheduler: ImmediateScheduler.shared).flatMap { $0 } })
  laws.same(
    "A first time on clocks that stand", of: "ImmediateScheduler InstantScheduler Timing.dropFirst", in: .timed.cold,
    { $0.dropFirst(for: .seconds(1), scheduler: ImmediateScheduler.shared) },
    { $0.dropFirst(for: .seconds(1), scheduler: DispatchQueue.immediate) })
  laws.same(
    "The first of a time on clocks that stand", of: "ImmediateScheduler InstantScheduler Timing.throttleFirst",
    in: .timed.cold.eager, { $0.throttleFirst(for: .seconds(1), scheduler: ImmediateScheduler.shared) },
    { $0.throttleFirst(for: .seconds(1), scheduler: DispatchQueue.immediate) })
  laws.same(
    "Throttled on clocks that stand", of: "ImmediateScheduler InstantScheduler Timing.throttle", in: .timed.cold.eager,
    { $0.throttle(for: .seconds(1), scheduler: ImmediateScheduler.shared, latest: true) },
    { $0.throttle(for: .seconds(1), scheduler: DispatchQueue.immediate, latest: true) })
  laws.add("Windows though work runs twice", of: "Grouping.window", .permutation().unlessOvertaken, in: .onThreads) {
    source, run in
    source.window(
      every: .milliseconds(1), scheduler: Twice(), bufferSize: run.pick(1, 2, 256)
    ).flatMap { $0 }
  }
  laws.add("receive(on:) though work runs twice", of: "Timing.receive", .identity, in: .onThreads) {
    $0.receive(on: Twice())
  }
  laws.add("A delay though work runs twice", of: "Timing.delay", .identity, in: .onThreads) {
    $0.delay(for: .milliseconds(1), scheduler: Twice())
  }
  laws.add("Collected by time though work runs twice", of: "Timing.collect", .identity, in: .onThreads.finishing.eager)
  {
    $0.collect(.byTime(Twice(), .milliseconds(1))).flatMap(\.publisher)
  }
  laws.add("No pause is too long though work runs twice", of: "Timing.timeout", .identity, in: .onThreads.uncut.ending)
  {
    $0.timeout(.seconds(1_000), scheduler: Twice()) { TestError("timeout") }
  }
  laws.add("No fallback though work runs twice", of: "Timing.timeout", .identity, in: .onThreads.uncut.ending) {
    $0.timeout(.seconds(1_000), scheduler: Twice(), fallback: Empty())
  }
  laws.add("debounce though work runs twice", of: "Timing.debounce", .subsequence, in: .onThreads) {
    $0.debounce(for: .milliseconds(1), scheduler: Twice())
  }
  laws.add("throttle though work runs twice", of: "Timing.throttle", .subsequence, in: .onThreads) { source, run in
    source.throttle(for: .milliseconds(1), scheduler: Twice(), latest: run.pick(true, false))
  }
  laws.add("Heartbeats though work runs twice", of: "Timing.idleHeartbeat", .identity, in: .onThreads) {
    $0.idleHeartbeat(every: .milliseconds(1), scheduler: Twice()) { -1 }.filter { $0 >= 0 }
  }
  laws.add("sample though work runs twice", of: "Timing.sample", .subsequence, in: .onThreads) {
    $0.sample(every: .milliseconds(1), scheduler: Twice())
  }
}

private func scheduler<S: Scheduler>(
  _ name: String, _ laws: LawTable, in space: LawSpace, _ make: @escaping @Sendable () -> S
) {
  laws.add("\(name) keeps the order", of: name, .identity, in: space) { $0.receive(on: make()) }
  laws.add("\(name) delays in order", of: name, .identity, in: space) {
    $0.delay(for: .milliseconds(1), scheduler: make())
  }
  laws.add("\(name) subscribes", of: name, .identity, in: space.cold) { $0.subscribe(on: make()) }
}

private actor Owner {}

/// The elements of a pipeline on a scheduler that is stepped.
private func stepped<P: Publisher>(
  _ make: (SteppedScheduler<VirtualTime, Never>) -> P
) -> Record<Int, TestError> where P.Output == Int, P.Failure == TestError {
  let scheduler = SteppedScheduler<VirtualTime, Never>(now: 0)
  let recorder = make(scheduler).record()
  scheduler.run()
  return Record(output: recorder.values, completion: recorder.completions.first ?? .failure(TestError("no end")))
}

private func historical<P: Publisher>(
  _ make: (HistoricalScheduler) -> P
) -> Record<Int, TestError> where P.Output == Int, P.Failure == TestError {
  let scheduler = HistoricalScheduler(start: Date(timeIntervalSince1970: 0))
  let recorder = make(scheduler).record()
  scheduler.advance(to: Date(timeIntervalSince1970: 1_000))
  return Record(output: recorder.values, completion: recorder.completions.first ?? .failure(TestError("no end")))
}

/// The numbers at their dates.
private func replayed(_ values: [Int], _ scheduler: HistoricalScheduler)
  -> Publishers.SetFailureType<HistoricalPublisher<Int>, TestError>
{
  Publishers.replay(values.map { (Date(timeIntervalSince1970: Double($0 % 1_000) / 2), $0) }, on: scheduler)
    .setFailureType(to: TestError.self)
}
