import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("flatMapFirst")
struct FlatMapFirstTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private func children(_ count: Int, letsGo: Bool = true) -> [Upstream] {
    (0..<count).map { _ in Upstream(letsGo: letsGo) }
  }

  // MARK: Values and ends

  // Case XA-052.
  @Test("An element that comes while a publisher runs is left out, and the closure is not called for it")
  func leavesOut() {
    let letters = Box<[Character]>([])
    childMarbles("-a-b---c--|", ["a": "--1-2|", "b": "9|", "c": "-3|"]) { upstream, child in
      upstream.flatMapFirst { letter in
        letters.update { $0.append(letter) }
        return child(letter)
      }
    }.expect("---1-2--3-|")
    expectEqual(letters.value, ["a", "c"])
  }

  // Case XA-053.
  @Test("Publishers that finish at once let every element pass")
  func justs() {
    expectEqual([1, 2, 3].publisher.flatMapFirst { Just($0 * 10) }.record().values, [10, 20, 30])
    marbles("-(12)-3|") { $0.flatMapFirst { Just($0) } }.expect("-(12)-3|")
  }

  @Test("An element in the tick in which a publisher has finished begins the next one")
  func sameTick() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.flatMapFirst { children[$0] }.record { value in
      // The end of the first publisher is being processed: its last value is still on its way.
      if value == 1 {
        children[0].send(completion: .finished)
        upstream.send(1)
        children[1].send(2)
      }
      return .none
    }
    upstream.send(0)
    children[0].send(1)
    expectEqual(recorder.values, [1, 2])
    expectEqual(recorder.overlaps, 0)
  }

  // Case XA-054.
  @Test("A publisher that fails ends the stream and cancels upstream")
  func childFails() {
    childMarbles("-a-b---|", ["a": "--1#"]) { $0.flatMapFirst($1) }.expect("---1#", upstream: "----!")
  }

  // Case XA-055.
  @Test("After the end of upstream the stream ends with the publisher that runs")
  func upstreamFinishesFirst() {
    childMarbles("-a-|", ["a": "--1-2|"]) { $0.flatMapFirst($1) }.expect("---1-2|")
    childMarbles("--|", [:]) { $0.flatMapFirst($1) }.expect("--|")
  }

  @Test("The failure types may differ if one of them is Never, and the same one is preferred")
  func failureTypes() {
    let failing = Result<Int, TestError>.Publisher(1)
    #expect(type(of: Just(1).flatMapFirst { Just($0) }) == Publishers.FlatMapFirst<Just<Int>, Just<Int>>.self)
    expectEqual(Just(1).flatMapFirst { _ in Fail<Int, TestError>(error: TestError()) }.record().failure, TestError())
    let lifted = failing.flatMapFirst { Just($0 + 1) }
    expect(type(of: lifted).Failure.self == TestError.self)
    expectEqual(lifted.record().values, [2])
    expectEqual(failing.flatMapFirst { _ in failing }.record().values, [1])
  }

  // MARK: The closure

  @Test("An element that upstream sends from inside the closure is left out")
  func reentrantUpstream() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.flatMapFirst { number in
      if number == 0 { upstream.send(1) }
      return children[number]
    }.record()
    upstream.send(0)
    children[0].send(10)
    expectEqual(recorder.values, [10])
    expectEqual(children[1].requests, [])
  }

  @Test("A publisher holds its place until it has finished, though it sends its subscription late")
  func lateSubscription() {
    let upstream = Upstream()
    let late = Upstream(sendsSubscription: false)
    let calls = Box(0)
    let recorder = upstream.flatMapFirst { _ in
      calls.increment()
      return late
    }.record()
    for _ in 0..<2 { upstream.send(0) }
    expectEqual(calls.value, 1)
    upstream.send(completion: .finished)
    late.sendSubscription()
    late.send(1)
    expect(recorder.completions.isEmpty)
    late.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }

  // MARK: Demand

  @Test("Upstream is asked for everything; what a publisher leaves of the demand goes to the next")
  func demand() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.flatMapFirst { children[$0] }.record(demand: .max(3))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(0)
    children[0].send(1)
    children[0].send(completion: .finished)
    recorder.request(.max(1))
    upstream.send(1)
    expectEqual(children.map(\.requests), [[.demand(.max(3))], [.demand(.max(3))]])
    recorder.request(.max(4))
    expectEqual(children[1].demand, .max(7))
  }

  @Test("A publisher is not asked for the demand that waiting values of the one before will use up")
  func waitingValuesKeepTheirDemand() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.flatMapFirst { children[$0] }.record(demand: .max(3)) { value in
      if value == 1 {
        children[0].send(2)
        children[0].send(completion: .finished)
        upstream.send(1)
        children[1].send(3)
        // More than it was asked for.
        children[1].send(4)
      }
      return .none
    }
    upstream.send(0)
    children[0].send(1)
    expectEqual(children[1].requests, [.demand(.max(1))])
    expectEqual(recorder.values, [1, 2, 3])
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Cancel, depth, release

  @Test("Very many elements, passed or left out, do not grow the stack")
  func depth() {
    expectEqual((0..<manyTimes).publisher.flatMapFirst { Just($0) }.record().values.count, manyTimes)
    let first = PassthroughSubject<Int, Never>()
    let recorder = (0..<manyTimes).publisher.flatMapFirst { _ in first }.record()
    first.send(1)
    first.send(completion: .finished)
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)
  }
}
