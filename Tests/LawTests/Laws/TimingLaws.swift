import StreamTesting
import Streams

let timingLaws = LawTable.laws(of: "Timing") { laws in
  laws.add("receive(on:)", of: "receive", .identity, in: .everywhere) { $0.receive(on: $1.scheduler) }
  laws.add("receive(on:), three times", of: "receive", .identity, in: .everywhere) {
    $0.receive(on: $1.scheduler).receive(on: $1.scheduler).receive(on: $1.scheduler)
  }
  laws.add("subscribe(on:)", of: "subscribe", .identity, in: .everywhere.cold) { $0.subscribe(on: $1.scheduler) }
  laws.add("subscribe(on:) and receive(on:)", of: "subscribe receive", .identity, in: .everywhere.cold) {
    $0.subscribe(on: $1.scheduler).receive(on: $1.scheduler)
  }
  laws.add("cancel(on:)", of: "cancel", .identity, in: .everywhere) { $0.cancel(on: $1.scheduler) }
  laws.add("cancel(on:), twice", of: "cancel", .identity, in: .everywhere) {
    $0.cancel(on: $1.scheduler).map { $0 }.cancel(on: $1.scheduler)
  }
  laws.add("A delay delivers the same", of: "delay", .identity, in: .everywhere) { source, run in
    source.delay(for: run.pick(0, 1, 3), scheduler: run.scheduler)
  }
  laws.add("A delay shifts each time", of: "delay", .shifted(by: 3), in: .timed.eager) {
    $0.delay(for: 3, scheduler: $1.scheduler)
  }
  laws.add("Two delays are one", of: "delay", .shifted(by: 3), in: .timed.eager) {
    $0.delay(for: 1, scheduler: $1.scheduler).delay(for: 2, scheduler: $1.scheduler)
  }
  laws.add("A delayed subscription delivers the same", of: "delaySubscription", .identity, in: .everywhere) {
    source, run in source.delaySubscription(for: run.pick(0, 1, 3), scheduler: run.scheduler)
  }
  laws.add("Until what is there", of: "delaySubscription", .identity) {
    $0.delaySubscription(until: Just(1).setFailureType(to: TestError.self))
  }
  laws.add("debounce leaves out, and does not reorder", of: "debounce", .subsequence, in: .everywhere) { source, run in
    source.debounce(for: run.pick(0, 1, 3), scheduler: run.scheduler)
  }
  laws.add(
    "debounce and delay deliver the same in either order", of: "debounce delay",
    LawRelation { $0.output.allSatisfy { $0.number == 0 } ? nil : "They differ by \($0.output)." },
    in: .timed.hot.eager.uncut
  ) { source, run in
    let (shared, scheduler) = (source.share(), run.scheduler)
    return shared.debounce(for: 2, scheduler: scheduler).delay(for: 1, scheduler: scheduler).zip(
      shared.delay(for: 1, scheduler: scheduler).debounce(for: 2, scheduler: scheduler)
    ) { $0 - $1 }
  }
  laws.add(
    "debounceKeepingLast leaves out, and does not reorder", of: "debounceKeepingLast", .subsequence, in: .everywhere
  ) { source, run in source.debounceKeepingLast(for: run.pick(0, 1, 3), scheduler: run.scheduler) }
  laws.same(
    "debounceKeepingLast keeps the last", of: "debounceKeepingLast", in: .everywhere.finishing.eager,
    { $0.debounceKeepingLast(for: 5, scheduler: $1.scheduler).last() }, { source, _ in source.last() })
  laws.add("throttle leaves out, and does not reorder", of: "throttle", .subsequence, in: .everywhere) { source, run in
    source.throttle(for: run.pick(0, 1, 3), scheduler: run.scheduler, latest: run.pick(true, false))
  }
  laws.same(
    "The first passes a throttle", of: "throttle", in: .anywhere.cold.finishing,
    { $0.throttle(for: $1.pick(1, 1_000), scheduler: $1.scheduler, latest: false).first() },
    { source, _ in source.first() })
  laws.same(
    "The first passes throttleFirst", of: "throttleFirst", in: .anywhere.cold.finishing,
    { $0.throttleFirst(for: $1.pick(1, 1_000), scheduler: $1.scheduler).first() }, { source, _ in source.first() })
  laws.same(
    "The last of an array is what a pause lets through", of: "debounce sample", in: .timed.cold.finishing,
    { source, run in
      let paused = source.replaceEmpty(with: -1).append(Empty(completeImmediately: false)).eraseToAnyPublisher()
      return run.pick(
        paused.debounce(for: 2, scheduler: run.scheduler).eraseToAnyPublisher(),
        paused.sample(every: 2, scheduler: run.scheduler).eraseToAnyPublisher(),
        paused.sample(
          on: Publishers.interval(2, scheduler: run.scheduler).setFailureType(to: TestError.self)
        ).eraseToAnyPublisher()
      ).first()
    }, { source, _ in source.replaceEmpty(with: -1).last() })
  laws.add("By cost, flattened again", of: "collect", .identity, in: .everywhere.finishing.eager) { source, run in
    source.collect(.byTimeOrCount(run.scheduler, 2, run.pick(1, 2, 256)), cost: { $0 % 4 }).flatMap(\.publisher)
  }
  laws.add("throttle passes at most one an interval", of: "throttle", .apart(3), in: .timed.eager) {
    $0.throttle(for: 3, scheduler: $1.scheduler, latest: true)
  }
  laws.add("throttleFirst passes at most one an interval", of: "throttleFirst", .apart(3), in: .timed.eager) {
    $0.throttleFirst(for: 3, scheduler: $1.scheduler)
  }
  laws.add("sample leaves out, and does not reorder", of: "sample", .subsequence, in: .everywhere) { source, run in
    source.sample(every: run.pick(1, 3), scheduler: run.scheduler)
  }
  laws.add("sample passes at most one an interval", of: "sample", .apart(3), in: .timed.eager.finishing) {
    $0.sample(every: 3, scheduler: $1.scheduler)
  }
  laws.add("By time, flattened again", of: "collect", .identity, in: .everywhere.finishing.eager) {
    $0.collect(.byTime($1.scheduler, 2)).flatMap(\.publisher)
  }
  laws.add("By time or count, flattened again", of: "collect", .identity, in: .everywhere.finishing.eager) {
    source, run in source.collect(.byTimeOrCount(run.scheduler, 2, run.pick(1, 2, 256))).flatMap(\.publisher)
  }
  laws.add("No pause is too long", of: "timeout", .identity, in: .everywhere.uncut.ending) {
    $0.timeout(1_000_000, scheduler: $1.scheduler) { TestError("timeout") }
  }
  laws.add("No pause is too long, though all together are", of: "timeout", .identity, in: .ticking.eager.ending) {
    $0.timeout(2, scheduler: $1.scheduler) { TestError("timeout") }
  }
  laws.add("No pause is too long for a fallback", of: "timeout", .identity, in: .everywhere.uncut.ending) {
    $0.timeout(1_000_000, scheduler: $1.scheduler, fallback: Empty<Int, TestError>())
  }
  laws.same(
    "A pause that is too long ends the stream", of: "timeout", in: .timed.eager.finishing.cold,
    { $0.append(Empty<Int, TestError>(completeImmediately: false)).timeout(2, scheduler: $1.scheduler) },
    { source, _ in source })
  laws.add("No pause of downstream is too long", of: "backpressureTimeout", .identity, in: .everywhere.uncut.ending) {
    $0.backpressureTimeout(1_000_000, scheduler: $1.scheduler) { TestError("timeout") }
  }
  laws.add("A downstream that asks for all is not timed", of: "backpressureTimeout", .identity, in: .everywhere.eager) {
    source, run in source.backpressureTimeout(run.pick(0, 1, 3), scheduler: run.scheduler) { TestError("timeout") }
  }
  laws.add(
    "Before downstream pauses for too long, a beginning", of: "backpressureTimeout", .subsequence,
    in: .everywhere.finishing
  ) { source, run in source.backpressureTimeout(run.pick(0, 1, 3), scheduler: run.scheduler) }
  laws.add("Without the heartbeats, the elements", of: "idleHeartbeat", .identity, in: .everywhere) { source, run in
    source.idleHeartbeat(every: run.pick(1, 3), scheduler: run.scheduler) { -1 }.filter { $0 >= 0 }
  }
  laws.add("No heartbeat before its time", of: "idleHeartbeat", .identity, in: .everywhere.uncut.ending) {
    $0.idleHeartbeat(every: 1_000_000, scheduler: $1.scheduler) { -1 }
  }
  laws.add("Nothing fails that is to be retried", of: "retry", .identity, in: .everywhere.finishing) {
    $0.retry(on: $1.scheduler, intervals: [1])
  }
  laws.same(
    "Retried after a time is retried", of: "retry", in: .everywhere.cold,
    { $0.retry(on: $1.scheduler, intervals: [1, 0]) }, { source, _ in source.retry(2) })
  laws.add("The first of a time that is long enough", of: "prefix", .identity, in: .everywhere.uncut.ending) {
    $0.prefix(for: 1_000_000, scheduler: $1.scheduler)
  }
  laws.add("The first of a time are a beginning", of: "prefix", .subsequence, in: .everywhere.finishing) {
    source, run in source.prefix(for: run.pick(0, 1, 3), scheduler: run.scheduler)
  }
  laws.add("None is dropped in no time", of: "dropFirst", .identity, in: .everywhere) {
    $0.dropFirst(for: 0, scheduler: $1.scheduler)
  }
  laws.add("After a time, the rest", of: "dropFirst", .subsequence, in: .everywhere) { source, run in
    source.dropFirst(for: run.pick(1, 3), scheduler: run.scheduler)
  }
  laws.add("lazyMap leaves out, and does not reorder", of: "lazyMap", .subsequence, in: .everywhere) {
    $0.lazyMap(on: $1.scheduler) { $0 }
  }
  laws.same(
    "lazyMap keeps the last", of: "lazyMap", in: .everywhere.eager, { $0.lazyMap(on: $1.scheduler) { $0 }.last() },
    { source, _ in source.last() })
  laws.add("Stamped elements are the elements", of: "timestamped", .identity, in: .everywhere) {
    $0.timestamped(by: $1.scheduler).map(\.value)
  }
  laws.same(
    "Stamps do not go back", of: "timestamped", in: .everywhere,
    { $0.timestamped(by: $1.scheduler).pairwise().map { $0.0.time <= $0.1.time } },
    { source, _ in source.dropFirst().map { _ in true } })
  laws.add("Elements with intervals are the elements", of: "withInterval", .identity, in: .everywhere) {
    $0.withInterval(by: $1.scheduler).map(\.value)
  }
  laws.same(
    "Intervals are measured", of: "withInterval measureInterval", in: .timed.cold,
    { $0.withInterval(by: $1.scheduler).map(\.interval) }, { $0.measureInterval(using: $1.scheduler) })
  laws.same(
    "As many intervals as elements", of: "measureInterval", in: .everywhere,
    { $0.measureInterval(using: $1.scheduler).map { _ in 1 } }, { source, _ in source.map { _ in 1 } })
  laws.same(
    "After a time is a delay", of: "after", in: .timed.cold,
    { source, run in
      Publishers.after(2, 7, scheduler: run.scheduler).setFailureType(to: TestError.self).zip(source.prefix(1)) {
        a, _ in a
      }
    }, { source, _ in source.prefix(1).map { _ in 7 } })
  laws.same(
    "At a time is after it", of: "at after", in: .everywhere.cold,
    { source, run in
      source.count().flatMap { _ in
        Publishers.at(run.scheduler.now.advanced(by: 1), scheduler: run.scheduler).setFailureType(to: TestError.self)
      }
    },
    { source, run in
      source.count().flatMap { _ in Publishers.after(1, scheduler: run.scheduler).setFailureType(to: TestError.self) }
    })
  laws.same(
    "At a time that has passed", of: "at", in: .everywhere.cold,
    { source, run in
      source.count().flatMap { _ in Publishers.at(0, scheduler: run.scheduler).setFailureType(to: TestError.self) }
    }, { source, _ in source.count().map { _ in () } })
  laws.same(
    "An interval counts", of: "interval", by: .identity.unlessOvertaken, in: .everywhere.cold.upTo(7),
    { source, run in
      source.zip(Publishers.interval(1, scheduler: run.scheduler).setFailureType(to: TestError.self)) { a, _ in a }
    }, { source, _ in source })
  laws.same(
    "An interval goes on", of: "interval", in: .timed.cold.finishing,
    { source, run in
      source.count().flatMap {
        Publishers.interval(1, scheduler: run.scheduler).prefix($0).setFailureType(to: TestError.self).count()
      }
    }, { source, _ in source.count() })
  laws.add("A connection that outlives its subscribers", of: "autoconnect", .identity, in: .everywhere.eager) {
    $0.multicast { PassthroughSubject() }.autoconnect(disconnectAfter: 1, scheduler: $1.scheduler)
  }
  laws.add("A connection in no time", of: "autoconnect", .identity, in: .everywhere.eager) {
    $0.multicast { PassthroughSubject() }.autoconnect(
      minimumSubscribers: 1, disconnectAfter: 0, scheduler: $1.scheduler)
  }
}

extension LawRelation {
  /// What comes is in order, and at most one in so many ticks.
  static func apart(_ ticks: Int) -> LawRelation {
    LawRelation { outcome in
      // The last one of a source that has ended comes at once.
      let times = outcome.end == nil ? outcome.outputTimes[...] : outcome.outputTimes.dropLast()
      let close = zip(times, times.dropFirst()).first { $0.distance(to: $1) < .seconds(ticks) }
      return close.map { "Elements came at \($0) and \($1)." }
    }
  }
}
