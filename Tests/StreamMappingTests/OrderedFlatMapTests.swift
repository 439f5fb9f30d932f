import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("orderedFlatMap")
struct OrderedFlatMapTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private func children(_ count: Int, letsGo: Bool = true) -> [Upstream] {
    (0..<count).map { _ in Upstream(letsGo: letsGo) }
  }

  // Case XA-059.
  @Test("Elements of a publisher wait until those before it have finished")
  func order() {
    childMarbles("-(ab)---|", ["a": "---1|", "b": "-2|"]) { $0.orderedFlatMap(maxPublishers: 2, $1) }
      .expect("----1(2|)")
    childMarbles("-(abc)---|", ["a": "---1|", "b": "-2|", "c": "-3--4|"]) { $0.orderedFlatMap(maxPublishers: 3, $1) }
      .expect("----1(234)|")
  }

  // Case XA-060.
  @Test("A failure of any publisher cancels all at once, and drops what waits")
  func childFails() {
    childMarbles("-(ab)---|", ["a": "---1|", "b": "-#"]) { $0.orderedFlatMap(maxPublishers: 2, $1) }
      .expect("--#", upstream: "--!")
    let (upstream, children) = (Upstream(), children(2))
    let recorder = upstream.orderedFlatMap(maxPublishers: 2) { children[$0] }.record()
    for number in 0...1 { upstream.send(number) }
    children[1].send(5)
    children[1].send(completion: .failure(TestError("E")))
    expect(recorder.values.isEmpty)
    expectEqual(recorder.failure, TestError("E"))
    expectEqual([upstream, children[0], children[1]].map(\.cancelCount), [1, 1, 0])
  }

  @Test("A publisher that delivers and fails as soon as upstream is asked for it loses nothing")
  func deliversAndFailsAtOnce() {
    let recorder = [0, 10].publisher.setFailureType(to: (any Error).self)
      .orderedFlatMap(maxPublishers: 1) { first in
        [first, first + 1].publisher.tryMap { value in
          if value == 11 { throw TestError("E") }
          return value
        }
      }.record()
    expectEqual(recorder.values, [0, 1, 10])
    expectEqual(recorder.failure as? TestError, TestError("E"))
  }

  @Test("A value that comes while the finish of its publisher lets others out is ignored, and holds nothing up")
  func valueDuringFinish() {
    let (upstream, children) = (Upstream(), children(2, letsGo: false))
    let recorder = RecordingSubscriber<Int, TestError> { value in
      if value == 5 { children[0].send(9) }
      return .none
    }
    upstream.orderedFlatMap(maxPublishers: 2) { children[$0] }.subscribe(recorder)
    for number in 0...1 { upstream.send(number) }
    upstream.send(completion: .finished)
    children[1].send(5)
    children[1].send(completion: .finished)
    children[0].send(completion: .finished)
    expectEqual(recorder.values, [5])
    expect(recorder.isFinished)
  }

  @Test("What waits for a publisher is let out when that finishes, before upstream is asked for another")
  func letsOutFirst() {
    let children = children(3)
    let recorder = [0, 1, 2].publisher.setFailureType(to: TestError.self)
      .orderedFlatMap(maxPublishers: 2) { number in
        // The last one is asked for when the first has finished.
        if number == 2 { children[1].send(completion: .failure(TestError("E"))) }
        return children[number]
      }.record()
    children[1].send(5)
    expect(recorder.values.isEmpty)
    children[0].send(completion: .finished)
    expectEqual(recorder.values, [5])
    expectEqual(recorder.failure, TestError("E"))
  }

  // Case XA-061.
  @Test("No more publishers run than are allowed, nor wait with their elements")
  func places() {
    let (upstream, children) = (Upstream(), children(5))
    let recorder = upstream.orderedFlatMap(maxPublishers: 2) { children[$0] }.record(demand: .max(1))
    expectEqual(upstream.demand, .max(2))
    for number in 0...1 { upstream.send(number) }
    // The second has finished, but its element waits.
    children[1].send(1)
    children[1].send(completion: .finished)
    expectEqual(upstream.demand, .max(2))
    children[0].send(0)
    children[0].send(completion: .finished)
    expectEqual(recorder.values, [0])
    expectEqual(upstream.demand, .max(3))
    recorder.request(.max(1))
    expectEqual(recorder.values, [0, 1])
    expectEqual(upstream.demand, .max(4))
    // One without elements frees its place at once, though one before it runs.
    for number in 2...3 { upstream.send(number) }
    children[3].send(completion: .finished)
    expectEqual(upstream.demand, .max(5))
    upstream.send(4)
    upstream.send(completion: .finished)
    for number in [4, 2] { children[number].send(completion: .finished) }
    expect(recorder.isFinished)
  }

  // Case XA-062.
  @Test("With a demand of one, one element is delivered, and no publisher is asked for more than it has room for")
  func demand() {
    let (upstream, children) = (Upstream(), children(2))
    let recorder = upstream.orderedFlatMap(maxPublishers: 2, bufferSize: 3) { children[$0] }.record(demand: .max(1))
    for number in 0...1 { upstream.send(number) }
    expectEqual(children.map(\.demand), [.max(3), .max(3)])
    for number in 0...2 {
      children[0].send(number)
      children[1].send(10 + number)
    }
    expectEqual(recorder.values, [0])
    // The first has delivered one, which left, and been asked for one more: by what `receive` returned.
    children[0].send(3)
    children[0].send(completion: .finished)
    recorder.request(.unlimited)
    expectEqual(recorder.values, [0, 1, 2, 3, 10, 11, 12])
    expectEqual(children[1].demand, .max(6))
  }

  @Test("What a publisher delivers beyond its room is dropped, and reported")
  func unrequested() {
    let drops = DropRecorder()
    let (upstream, children) = (Upstream(), children(2))
    let recorder = upstream.orderedFlatMap(maxPublishers: 2, bufferSize: 1) { children[$0] }.record()
    for number in 0...1 { upstream.send(number) }
    for number in 1...2 { children[1].send(number) }
    children[0].send(completion: .finished)
    expectEqual(recorder.values, [1])
    expect(drops.reports.contains { $0.operatorName == "OrderedFlatMap" && $0.reason == .beyondDemand })
  }

  @Test("One at a time is one after the other")
  func oneByOne() {
    childMarbles("-a----b--|", ["a": "-1-2|", "b": "-3|"]) { $0.orderedFlatMap(maxPublishers: 1, $1) }
      .expect("--1-2--3-|")
  }

  @Test("Finishes when upstream and all publishers have; a failure of upstream waits for none")
  func ends() {
    childMarbles("--|", [:]) { $0.orderedFlatMap(maxPublishers: 2, $1) }.expect("--|")
    childMarbles("-a|", ["a": "---1|"]) { $0.orderedFlatMap(maxPublishers: 2, $1) }.expect("----1|")
    childMarbles("-a-#", ["a": "---1|"]) { $0.orderedFlatMap(maxPublishers: 2, $1) }.expect("---#")
  }

  @Test("The failure types may differ if one of them is Never")
  func failureTypes() {
    expect(
      Just(1).orderedFlatMap(maxPublishers: 1) { _ in Fail<Int, TestError>(error: TestError()) }.record().failure
        == TestError())
    let lifted = Result<Int, TestError>.Publisher(1).orderedFlatMap(maxPublishers: 1) { Just($0 + 1) }
    expect(type(of: lifted).Failure.self == TestError.self)
    expectEqual(lifted.record().values, [2])
    #expect(
      type(of: Just(1).orderedFlatMap(maxPublishers: 1) { Just($0) })
        == Publishers.OrderedFlatMap<Just<Int>, Just<Int>>.self)
  }

  @Test("Very many publishers that finish at once do not grow the stack", arguments: [1, 7, Int.max])
  func flat(maxPublishers: Int) {
    let recorder = (0..<manyTimes).publisher.orderedFlatMap(maxPublishers: maxPublishers) { Just($0) }.record()
    expectEqual(recorder.values, Array(0..<manyTimes))
    expect(recorder.isFinished)
  }

  @Test("Publishers that have waited for the first one follow it without growing the stack")
  func flatWaiting() {
    let first = Upstream()
    let recorder = (0..<manyTimes).publisher.setFailureType(to: TestError.self).orderedFlatMap(
      maxPublishers: .max, bufferSize: .max
    ) {
      $0 == 0 ? first.eraseToAnyPublisher() : Just($0).setFailureType(to: TestError.self).eraseToAnyPublisher()
    }.record()
    expect(recorder.values.isEmpty)
    first.send(0)
    first.send(completion: .finished)
    expectEqual(recorder.values, Array(0..<manyTimes))
    expect(recorder.isFinished)
  }

  @Test("A cancel inside a delivery drops what waits, and releases all")
  func cancel() {
    let (upstream, children) = (Upstream(), children(2, letsGo: false))
    let recorder = RecordingSubscriber<Int, TestError>()
    recorder.onValue = { [unowned recorder] _ in
      recorder.cancel()
      return .none
    }
    upstream.orderedFlatMap(maxPublishers: 2) { children[$0] }.subscribe(recorder)
    for number in 0...1 { upstream.send(number) }
    children[1].send(1)
    children[0].send(0)
    children[0].send(completion: .finished)
    expectEqual(recorder.values, [0])
    expect(recorder.completions.isEmpty)
    expectEqual([upstream, children[0], children[1]].map(\.cancelCount), [1, 1, 1])
    expectEqual(leaks { source, token in source.orderedFlatMap(maxPublishers: 2) { Just(token.pass($0)) } }, [])
  }

  @Test("A value that comes after the finish of its publisher is ignored, and is not reported as beyond the demand")
  func late() {
    let (upstream, children) = (Upstream(), children(2, letsGo: false))
    let drops = reportedDrops {
      let recorder = upstream.orderedFlatMap(maxPublishers: 2) { UnguardedPublisher(children[$0]) }.record()
      for number in 0...1 { upstream.send(number) }
      children[0].send(completion: .finished)
      expectEqual(children[0].send(1), .none)
      children[1].send(2)
      expectEqual(recorder.values, [2])
      recorder.cancel()
    }
    expectEqual(drops, [])
  }

  @Test("Numbers of none trap")
  func bounds() async {
    await #expect(processExitsWith: .failure) { _ = Just(1).orderedFlatMap(maxPublishers: 0) { Just($0) } }
    await #expect(processExitsWith: .failure) {
      _ = Just(1).orderedFlatMap(maxPublishers: 1, bufferSize: 0) { Just($0) }
    }
  }

  @Test("Publishers on several threads: the elements of each are whole, and in the order of the publishers")
  func threads() {
    for _ in 0..<300 {
      let upstream = PassthroughSubject<Int, Never>()
      let children = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
      let recorder = upstream.orderedFlatMap(maxPublishers: 3, bufferSize: .max) { children[$0] }.record()
      for number in 0..<3 { upstream.send(number) }
      upstream.send(completion: .finished)
      concurrently(3) { thread in
        for number in 0..<30 { children[thread].send(thread * 100 + number) }
        children[thread].send(completion: .finished)
      }
      expectEqual(recorder.values, (0..<3).flatMap { child in (0..<30).map { child * 100 + $0 } })
      expect(recorder.isFinished)
      expectEqual(recorder.overlaps, 0)
    }
  }
}
