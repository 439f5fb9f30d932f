import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("concatMap")
struct ConcatMapTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>
  private typealias Policy = StreamOverflowPolicy<TestError>

  private func children(_ count: Int, letsGo: Bool = true) -> [Upstream] {
    (0..<count).map { _ in Upstream(letsGo: letsGo) }
  }

  // MARK: Values and ends

  // Case XA-045.
  @Test("An element waits until the publisher of the one before has finished")
  func waits() {
    childMarbles("-ab-----|", ["a": "-1-2|", "b": "-3|"]) { $0.concatMap($1) }.expect("--1-2-3-|")
  }

  // Case XA-046.
  @Test("Elements of one tick all have their turn, or as many as there is room for")
  func bursts() {
    let drops = DropRecorder()
    let each: [Character: Marbles] = ["a": "-1|", "b": "-2|", "c": "-3|", "d": "-4|", "e": "-5|"]
    childMarbles("-(abcde)-|", each) { $0.concatMap($1) }.expect("--1-2-3-4-5|")
    childMarbles("-(abcde)-|", each) { $0.concatMap(bufferSize: 2, whenFull: .dropNewest, $1) }
      .expect("--1-2-3|")
    let reports = drops.reports.filter { $0.operatorName == "ConcatMap" && $0.reason == .overflow }
    expect(reports.count >= 2)
  }

  @Test("A failure of upstream waits for no publisher, one of a publisher for no element")
  func failures() {
    childMarbles("-ab-#", ["a": "-1-2|", "b": "-3|"]) { $0.concatMap($1) }.expect("--1-#")
    childMarbles("-ab----", ["a": "-1#", "b": "-3|"]) { $0.concatMap($1) }.expect("--1#", upstream: "---!")
  }

  @Test("After the end of upstream the elements that wait have their turn")
  func upstreamFinishesFirst() {
    childMarbles("-ab|", ["a": "-1-2|", "b": "-3|"]) { $0.concatMap($1) }.expect("--1-2-3|")
    childMarbles("--|", [:]) { $0.concatMap($1) }.expect("--|")
  }

  @Test("The failure types may differ if one of them is Never, and the same one is preferred")
  func failureTypes() {
    let failing = Result<Int, TestError>.Publisher(1)
    #expect(type(of: Just(1).concatMap { Just($0) }) == Publishers.ConcatMap<Just<Int>, Just<Int>>.self)
    expectEqual(Just(1).concatMap { _ in Fail<Int, TestError>(error: TestError()) }.record().failure, TestError())
    let lifted = failing.concatMap { Just($0 + 1) }
    expect(type(of: lifted).Failure.self == TestError.self)
    expectEqual(lifted.record().values, [2])
    expectEqual(
      failing.concatMap(bufferSize: 1, whenFull: .error { TestError() }) { _ in failing }.record().values, [1])
  }

  // MARK: Room

  @Test("Upstream is asked for what may run and wait, and for one more as each publisher finishes")
  func suspends() {
    let upstream = Upstream()
    let children = children(3)
    let recorder = upstream.concatMap(bufferSize: 2) { children[$0] }.record()
    expectEqual(upstream.requests, [.demand(.max(3))])
    for number in 0...2 { upstream.send(number) }
    expectEqual(upstream.requests.count, 1)
    for number in 0...2 {
      expectEqual(children.map(\.subscriberCount), (0...2).map { $0 == number ? 1 : 0 })
      children[number].send(completion: .finished)
      expectEqual(upstream.demand, .max(4 + number))
    }
    withExtendedLifetime(recorder) {}
  }

  @Test("Without room to wait, upstream is asked for one element at a time; without a bound, for everything")
  func bounds() {
    let upstream = Upstream()
    let one = upstream.concatMap(bufferSize: 0) { Just($0) }.record()
    expectEqual(upstream.requests, [.demand(.max(1))])
    upstream.send(1)
    expectEqual(upstream.demand, .max(2))
    let hot = Upstream()
    let all = hot.concatMap(bufferSize: .max) { Just($0) }.record()
    expectEqual(hot.requests, [.demand(.unlimited)])
    hot.send(1)
    expectEqual(hot.demand, .unlimited)
    expectEqual(one.values + all.values, [1, 1])
  }

  @Test("A full queue drops the oldest or the newest that waits; of none that waits, the one that comes")
  func drops() {
    for (policy, size, begun, line) in [
      (Policy.dropOldest, 2, [0, 3, 4], 2001), (.dropNewest, 2, [0, 1, 2], 2002), (.dropOldest, 0, [0], 2003),
      (.suspend, 1, [0, 1], 2004),
    ] as [(Policy, Int, [Int], UInt)] {
      let drops = DropRecorder()
      let upstream = Upstream()
      let first = Upstream()
      let numbers = Box<[Int]>([])
      let recorder = upstream.concatMap(
        bufferSize: size, whenFull: policy,
        { number in
          numbers.update { $0.append(number) }
          return number == 0 ? first.eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
        }, line: line
      ).record()
      for number in 0...4 { upstream.send(number) }
      first.send(completion: .finished)
      expectEqual(numbers.value, begun)
      let reports = drops.reports.filter { $0.site?.line == line }
      expectEqual(reports.count, 5 - begun.count)
      expect(reports.allSatisfy { $0.reason == (line == 2004 ? .beyondDemand : .overflow) })
      withExtendedLifetime(recorder) {}
    }
  }

  @Test("A full queue with an error cancels upstream, lets the elements that wait have their turn, then fails")
  func overflowFails() {
    let upstream = Upstream(letsGo: false)
    let first = Upstream()
    let recorder = upstream.concatMap(bufferSize: 1, whenFull: .error { TestError("full") }) { number in
      number == 0 ? first.eraseToAnyPublisher() : Result<Int, TestError>.Publisher(number).eraseToAnyPublisher()
    }.record()
    for number in 0...3 { upstream.send(number) }
    upstream.send(completion: .failure(TestError("late")))
    expectEqual(upstream.cancelCount, 1)
    expect(recorder.completions.isEmpty)
    first.send(10)
    first.send(completion: .finished)
    expectEqual(recorder.values, [10, 1])
    expectEqual(recorder.failure, TestError("full"))
    expectEqual(recorder.completions.count, 1)
  }

  @Test(
    "The failure of a full queue is reported if a publisher fails before it, or downstream cancels while it is made")
  func overflowIsReportedOtherwise() {
    for (name, cancels) in [("ConcatMap full, failed", false), ("ConcatMap full, made late", true)] {
      let hook = FailureRecorder(of: nil)
      let (upstream, first) = (Upstream(), Upstream())
      let cancellable = Box<AnyCancellable?>(nil)
      let makeFailure: @Sendable () -> TestError = {
        if cancels { cancellable.value?.cancel() }
        return TestError(name)
      }
      cancellable.value = upstream.concatMap(bufferSize: 0, whenFull: .error(makeFailure)) { _ in first }
        .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      for number in 0...1 { upstream.send(number) }
      first.send(completion: .failure(TestError("other")))
      expectEqual(hook.errors(of: TestError.self).filter { $0.name == name }, [TestError(name)])
    }
  }

  @Test("The failure of a full queue is reported if downstream cancels before it")
  func overflowIsReported() {
    let hook = FailureRecorder(of: nil)
    let failure = TestError("ConcatMap full, cancelled")
    let (upstream, first) = (Upstream(), Upstream())
    let recorder = upstream.concatMap(bufferSize: 0, whenFull: .error { failure }) { _ in first }.record()
    for number in 0...1 { upstream.send(number) }
    recorder.cancel()
    recorder.cancel()
    expectEqual(hook.errors(of: TestError.self).filter { $0 == failure }, [failure])
    expect(recorder.completions.isEmpty)
  }

  @Test("The failure of a full queue follows a publisher that finishes while the failure is being made")
  func overflowMeetsEnd() {
    let upstream = Upstream()
    let first = Upstream()
    let recorder = upstream.concatMap(
      bufferSize: 0,
      whenFull: .error {
        first.send(completion: .finished)
        return TestError("full")
      }
    ) { _ in first }.record()
    for number in 0...1 { upstream.send(number) }
    expectEqual(recorder.failure, TestError("full"))
  }

  @Test("A bound below zero traps")
  func traps() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).concatMap(bufferSize: -1) { Just($0) } }
  }

  // MARK: The closure

  @Test("The closure runs when the turn of its element comes, in order, also for elements that come inside it")
  func closure() {
    let upstream = Upstream()
    let children = children(3)
    let numbers = Box<[Int]>([])
    let recorder = upstream.concatMap { number in
      numbers.update { $0.append(number) }
      if number == 0 { upstream.send(2) }
      return children[number]
    }.record()
    upstream.send(0)
    upstream.send(1)
    expectEqual(numbers.value, [0])
    children[0].send(completion: .finished)
    expectEqual(numbers.value, [0, 2])
    children[2].send(completion: .finished)
    expectEqual(numbers.value, [0, 2, 1])
    withExtendedLifetime(recorder) {}
  }

  // MARK: Demand

  // Case XA-048.
  @Test("The outstanding demand goes whole to the publisher that runs, and what it leaves to the next")
  func demand() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.concatMap { children[$0] }.record(demand: .max(1))
    for number in 0...1 { upstream.send(number) }
    expectEqual(children[0].requests, [.demand(.max(1))])
    children[0].send(1)
    recorder.request(.max(5))
    expectEqual(children[0].requests, [.demand(.max(1)), .demand(.max(5))])
    children[0].send(2)
    children[0].send(completion: .finished)
    expectEqual(children[1].requests, [.demand(.max(4))])
  }

  @Test("A publisher is not asked for the demand that waiting values of the one before will use up")
  func waitingValuesKeepTheirDemand() {
    let upstream = Upstream()
    let children = children(2)
    let drops = DropRecorder()
    let recorder = upstream.concatMap({ children[$0] }, line: 2005).record(demand: .max(3)) { value in
      if value == 1 {
        children[0].send(2)
        children[0].send(completion: .finished)
        children[1].send(3)
        // More than it was asked for.
        children[1].send(4)
      }
      return .none
    }
    for number in 0...1 { upstream.send(number) }
    children[0].send(1)
    expectEqual(children[1].requests, [.demand(.max(1))])
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.overlaps, 0)
    expectEqual(drops.reports.filter { $0.site?.line == 2005 }.map(\.reason), [.beyondDemand])
  }

  // MARK: Depth

  // Case XA-047.
  @Test("Very many elements, of which the first one's publisher is late, do not grow the stack, and keep their order")
  func depth() {
    for bufferSize in [0, 32, .max] {
      let first = PassthroughSubject<Int, Never>()
      let recorder = (0..<manyTimes).publisher.concatMap(bufferSize: bufferSize) {
        $0 == 0 ? first.eraseToAnyPublisher() : Just($0).eraseToAnyPublisher()
      }.record()
      first.send(0)
      expectEqual(recorder.values, [0])
      first.send(completion: .finished)
      expectEqual(recorder.values.count, manyTimes)
      expectEqual(recorder.values, recorder.values.sorted())
      expect(recorder.isFinished)
    }
  }

  @Test("Very many publishers that wait for demand do not grow the stack")
  func depthByDemand() {
    let recorder = (0..<manyTimes).publisher.concatMap { Just($0) }.record(demand: .max(1)) { _ in .max(1) }
    expectEqual(recorder.values.count, manyTimes)
    expect(recorder.isFinished)
  }

  // MARK: Cancel and release

  @Test("Elements that wait are released at a cancel and at a failure")
  func releasesWaiting() {
    for fails in [true, false] {
      let upstream = ScriptedPublisher<Token, TestError>(letsGo: false)
      let recorder = upstream.concatMap { _ in PassthroughSubject<Int, TestError>() }.record()
      upstream.send(Token())
      weak var held: Token?
      do {
        let token = Token()
        held = token
        upstream.send(token)
      }
      expect(held != nil)
      if fails { upstream.send(completion: .failure(TestError())) } else { recorder.cancel() }
      expect(held == nil)
    }
  }
}
