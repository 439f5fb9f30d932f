import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("distributed")
struct DistributedTests {
  private typealias Source = ScriptedPublisher<Int, TestError>

  @Test("Each element goes to one of those with demand, in turn")
  func inTurn() {
    let source = PassthroughSubject<Int, TestError>()
    let jobs = source.distributed()
    let workers = (0..<3).map { _ in jobs.record() }
    for value in 1...7 { source.send(value) }
    source.send(completion: .finished)
    expectEqual(workers.map(\.values), [[1, 4, 7], [2, 5], [3, 6]])
    expect(workers.allSatisfy(\.isFinished))
  }

  @Test("Upstream is asked for what the workers want together, for 32 elements in place of unlimited demand")
  func demand() {
    let upstream = Source()
    let jobs = upstream.distributed()
    let idle = jobs.record(demand: .none)
    idle.request(.none)
    expectEqual(upstream.requests, [])
    let (one, other) = (jobs.record(demand: .max(2)), jobs.record(demand: .max(3)))
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.max(3))])
    for value in 1...5 { expectEqual(upstream.send(value), .none) }
    expectEqual([idle, one, other].map(\.values), [[], [1, 3], [2, 4, 5]])
    idle.request(.unlimited)
    expectEqual(upstream.requests.last, .demand(.max(32)))
    expectEqual(upstream.send(6), .max(1))
    expectEqual(idle.values, [6])
  }

  @Test("A worker that asks for the next element when it is done gets more if it is faster")
  func faster() {
    let upstream = Source()
    let jobs = upstream.distributed()
    let slow = jobs.record(demand: .max(1))
    let fast = jobs.record(demand: .max(1)) { _ in .max(1) }
    for value in 1...4 { upstream.send(value) }
    expectEqual([slow, fast].map(\.values), [[1], [2, 3, 4]])
    slow.request(.max(1))
    upstream.send(5)
    upstream.send(6)
    expectEqual([slow, fast].map(\.values), [[1, 6], [2, 3, 4, 5]])
  }

  @Test("The worker that has waited longest is first, whenever it subscribed")
  func longest() {
    let upstream = Source()
    let jobs = upstream.distributed()
    let workers = (0..<3).map { _ in jobs.record(demand: .none) }
    for index in [2, 0, 1, 0] { workers[index].request(.max(1)) }
    for value in 1...4 { upstream.send(value) }
    expectEqual(workers.map(\.values), [[2, 4], [3], [1]])
  }

  @Test("What a cancelled worker has requested goes to the others, and is not requested again")
  func cancels() {
    let upstream = Source()
    let jobs = upstream.distributed()
    let (leaving, staying) = (jobs.record(demand: .max(3)), jobs.record(demand: .none))
    upstream.send(1)
    leaving.cancel()
    leaving.cancel()
    upstream.send(2)
    expectEqual(staying.values, [])
    staying.request(.max(1))
    expectEqual(staying.values, [2])
    staying.request(.max(2))
    expectEqual(upstream.requests, [.demand(.max(3)), .demand(.max(1))])
    upstream.send(3)
    upstream.send(4)
    expectEqual([leaving, staying].map(\.values), [[1], [2, 3, 4]])
    leaving.request(.max(9))
    expectEqual(upstream.requests.count, 2)
  }

  @Test("Upstream stays when the last worker cancels, and is cancelled when the publisher is released")
  func stays() {
    let upstream = Source()
    var jobs: DistributedPublisher? = upstream.distributed()
    jobs?.record(demand: .max(2)).cancel()
    upstream.send(1)
    let next = jobs?.record(demand: .max(1))
    expectEqual(next?.values, [1])
    expectEqual(upstream.subscriberCount, 1)
    jobs = nil
    next?.request(.max(1))
    upstream.send(2)
    expectEqual(next?.values, [1, 2])
    expect(!upstream.isCancelled)
    next?.cancel()
    expectEqual(upstream.cancelCount, 1)
    expectEqual(upstream.send(3), .none)
  }

  @Test("Without a worker, upstream is cancelled with the release of the publisher, even one that subscribes later")
  func released() {
    let upstream = Source(sendsSubscription: false)
    do {
      let jobs = upstream.distributed()
      jobs.record().cancel()
    }
    _ = upstream.sendSubscription()
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A second subscription of upstream is cancelled, and a first that comes late gets the demand")
  func subscriptions() {
    let upstream = Source(sendsSubscription: false)
    let jobs = upstream.distributed()
    let worker = jobs.record(demand: .max(2))
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(worker.events.count, 1)
    let late = Source(sendsSubscription: false)
    let others = late.distributed()
    let other = others.record(demand: .max(2))
    _ = late.sendSubscription()
    late.send(1)
    _ = late.sendSubscription()
    expectEqual(late.requests, [.demand(.max(2)), .cancel])
    expectEqual(other.values, [1])
  }

  @Test("The end comes when no element waits, and at once to those who subscribe later")
  func ends() {
    for completion in [Subscribers.Completion<TestError>.finished, .failure(TestError())] {
      let upstream = Source()
      let jobs = upstream.distributed()
      let idle = jobs.record(demand: .none)
      jobs.record(demand: .max(2)).cancel()
      upstream.send(1)
      upstream.send(2)
      upstream.send(completion: completion)
      upstream.send(3)
      let late = jobs.record(demand: .max(1))
      expectEqual([idle, late].map(\.values), [[], [1]])
      expectEqual([idle, late].map(\.completions), [[], []])
      idle.request(.max(1))
      expectEqual([idle, late].map(\.values), [[2], [1]])
      expectEqual([idle, late].map(\.completions), [[completion], [completion]])
      expectEqual(jobs.record(demand: .none).completions, [completion])
      expectEqual(upstream.subscriberCount, 0)
      expectEqual(upstream.cancelCount, 0)
    }
  }

  @Test("A failure that nobody has received is reported when the publisher is released, one that was received is not")
  func untold() {
    let failures = FailureRecorder(of: nil)
    for isTold in [true, false] {
      let upstream = Source()
      let jobs = upstream.distributed()
      let worker = jobs.record()
      if !isTold { worker.cancel() }
      upstream.send(completion: .failure(TestError("untold \(isTold)")))
    }
    let reports = failures.failures.filter { "\($0.error)".contains("untold") }
    expectEqual(reports.map(\.operatorName), ["Distributed"])
  }

  @Test("What upstream sends beyond the demand is dropped, and reported")
  func beyondDemand() {
    let drops = DropRecorder(of: nil)
    let upstream = Source()
    let jobs = upstream.distributed()
    let worker = jobs.record(demand: .max(1))
    for value in 1...2 { upstream.send(value) }
    worker.request(.max(1))
    expectEqual(worker.values, [1])
    expectEqual(drops.reports.filter { $0.operatorName == "Distributed" }.map(\.reason), [.beyondDemand])
  }

  @Test("A worker that cancels in its delivery, or in the handover, gets nothing more")
  func cancelsInside() {
    let upstream = Source()
    let jobs = upstream.distributed()
    let early = RecordingSubscriber<Int, TestError>(demand: .max(1))
    early.onSubscription = { $0.cancel() }
    jobs.subscribe(early)
    expectEqual(upstream.subscriberCount, 0)
    let leaving = RecordingSubscriber<Int, TestError>()
    leaving.onValue = { [unowned leaving] _ in
      leaving.cancel()
      return .max(5)
    }
    jobs.subscribe(leaving)
    let other = jobs.record(demand: .max(2))
    for value in 1...3 { upstream.send(value) }
    expectEqual([early, leaving, other].map(\.values), [[], [1], [2, 3]])
    upstream.send(completion: .finished)
    expectEqual([early, leaving, other].map(\.completions.count), [0, 0, 1])
  }

  @Test("What a delivery sends, requests and subscribes is served after it")
  func reentrant() {
    let source = PassthroughSubject<Int, Never>()
    let jobs = source.distributed()
    let late = RecordingSubscriber<Int, Never>(demand: .max(2))
    let worker = RecordingSubscriber<Int, Never>(demand: .max(1))
    worker.onValue = { [unowned worker] value in
      if value == 1 {
        jobs.subscribe(late)
        worker.request(.max(1))
        source.send(2)
        source.send(3)
        source.send(4)
        source.send(completion: .finished)
        expectEqual([worker, late].map(\.values), [[1], []])
      }
      return .none
    }
    jobs.subscribe(worker)
    source.send(1)
    expectEqual([worker, late].map(\.values), [[1, 3], [2, 4]])
    expectEqual([worker, late].map(\.overlaps), [0, 0])
    expect(worker.isFinished && late.isFinished)
  }

  @Test("A source that delivers inside request neither loses an element nor grows the stack")
  func synchronous() {
    let jobs = (0..<manyTimes).publisher.distributed()
    let workers = [jobs.record(demand: .max(1)) { _ in .max(1) }, jobs.record()]
    expectEqual(workers.flatMap(\.values), Array(0..<manyTimes))
    expect(workers.allSatisfy(\.isFinished))
  }

  @Test("A worker that is cancelled by the end of another, or has not returned from its handover, does not get its own")
  func cancelsAtEnd() {
    let source = PassthroughSubject<Int, Never>()
    let jobs = source.distributed()
    let (first, second) = (RecordingSubscriber<Int, Never>(), RecordingSubscriber<Int, Never>())
    first.onCompletion = { _ in second.cancel() }
    jobs.subscribe(first)
    jobs.subscribe(second)
    let late = RecordingSubscriber<Int, Never>()
    late.onSubscription = { [unowned late] _ in
      source.send(completion: .finished)
      expectEqual(late.completions, [])
    }
    jobs.subscribe(late)
    expectEqual([first, second, late].map(\.completions.count), [1, 0, 1])
  }

  @Test("Workers that request on threads of their own get each element once, in order")
  func concurrent() {
    for _ in 0..<20 {
      let jobs = (0..<300).publisher.distributed()
      let workers = (0..<3).map { _ in jobs.record(demand: .none) }
      concurrently(3) { index in
        while !workers[index].isFinished { workers[index].request(.max(1 + index)) }
      }
      expectEqual(workers.flatMap(\.values).sorted(), Array(0..<300))
      expect(workers.allSatisfy { $0.values == $0.values.sorted() && $0.overlaps == 0 })
    }
  }

  @Test("Workers that come and go on threads lose no element")
  func comeAndGo() {
    let jobs = (0..<300).publisher.distributed()
    let workers = Box<[RecordingSubscriber<Int, Never>]>([])
    concurrently(3) { index in
      var isOver = false
      while !isOver {
        let worker = jobs.record(demand: .max(3 + index))
        worker.cancel()
        workers.update { $0.append(worker) }
        let next = jobs.record(demand: .none)
        isOver = worker.isFinished || next.isFinished
        next.cancel()
      }
    }
    // Looked at now: an element may be on its way to a worker when that cancels.
    expectEqual(workers.value.flatMap(\.values).sorted(), Array(0..<300))
  }

  @Test("What has ended holds nothing; two are equal if they are the same object")
  func rest() {
    expectEqual(leaks { source, _ in source.distributed() }, [])
    let jobs = Just(1).distributed()
    expectEqual(jobs, jobs)
    expect(jobs != Just(1).distributed())
  }

  @Test("A worker that has cancelled is released, and keeps nothing, though the publisher lives on")
  func releases() {
    let jobs = PassthroughSubject<Int, Never>().distributed()
    weak var released: RecordingSubscriber<Int, Never>?
    let subscription: (any Subscription)?
    do {
      let worker = jobs.record()
      released = worker
      subscription = worker.subscription
      worker.cancel()
      worker.forget()
    }
    expect(released == nil)
    withExtendedLifetime((jobs, subscription)) {}
  }
}
