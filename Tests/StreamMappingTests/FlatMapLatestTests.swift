import StreamCore
import StreamMapping
import TestSupport
import Testing

@Suite("flatMapLatest")
struct FlatMapLatestTests {
  private typealias Upstream = ScriptedPublisher<Int, TestError>

  private func children(_ count: Int, letsGo: Bool = true) -> [Upstream] {
    (0..<count).map { _ in Upstream(letsGo: letsGo) }
  }

  /// A publisher without values, which calls a closure when it is cancelled.
  private struct Open: Publisher {
    typealias Output = Int
    typealias Failure = TestError

    let onCancel: @Sendable () -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
      subscriber.receive(subscription: ScriptedSubscription(onCancel: onCancel))
    }
  }

  // MARK: Values and ends

  // Case XA-049.
  @Test("A later element replaces the publisher of the one before")
  func replaces() {
    childMarbles("-a--b----|", ["a": "--12|", "b": "-3|"]) { $0.flatMapLatest($1) }.expect("---1-3---|")
  }

  // Case XA-050.
  @Test("A publisher that fails cancels upstream in the same tick")
  func childFails() {
    childMarbles("-a--b----|", ["a": "--12|", "b": "-3#"]) { $0.flatMapLatest($1) }
      .expect("---1-3#", upstream: "------!")
  }

  // Case XA-051.
  @Test("After the end of upstream the latest publisher goes on to its own")
  func upstreamFinishesFirst() {
    childMarbles("-a|", ["a": "--1-2|"]) { $0.flatMapLatest($1) }.expect("---1-2|")
    childMarbles("-a--|", ["a": "-|"]) { $0.flatMapLatest($1) }.expect("----|")
    childMarbles("--|", [:]) { $0.flatMapLatest($1) }.expect("--|")
  }

  @Test("The failure types may differ if one of them is Never, and the same one is preferred")
  func failureTypes() {
    let calm = Just(1)
    let failing = Result<Int, TestError>.Publisher(1)
    #expect(type(of: calm.flatMapLatest { Just($0) }) == Publishers.FlatMapLatest<Just<Int>, Just<Int>>.self)
    expectEqual(calm.flatMapLatest { _ in Fail<Int, TestError>(error: TestError()) }.record().failure, TestError())
    let lifted = failing.flatMapLatest { Just($0 + 1) }
    expect(type(of: lifted).Failure.self == TestError.self)
    expectEqual(lifted.record().values, [2])
    expectEqual(failing.flatMapLatest { _ in failing }.record().values, [1])
  }

  // MARK: The closure

  @Test("The closure runs after the publisher before has been cancelled")
  func cancelsFirst() {
    let upstream = Upstream()
    let children = children(2)
    let cancelsSeen = Box<[Int]>([])
    let recorder = upstream.flatMapLatest { number in
      cancelsSeen.update { $0.append(children[0].cancelCount) }
      return children[number]
    }.record()
    upstream.send(0)
    upstream.send(1)
    expectEqual(cancelsSeen.value, [0, 1])
    withExtendedLifetime(recorder) {}
  }

  @Test("The closure does not run if the cancel of the publisher before ends the stream, or brings a later element")
  func notCalledForNothing() {
    for sendsAnother in [true, false] {
      let upstream = Upstream(letsGo: false)
      let recorder = Box<RecordingSubscriber<Int, TestError>?>(nil)
      let calls = Box<[Int]>([])
      let stream = upstream.flatMapLatest { number in
        calls.update { $0.append(number) }
        return Open {
          guard number == 0 else { return }
          if sendsAnother { upstream.send(2) } else { recorder.value?.cancel() }
        }
      }
      recorder.value = stream.record()
      upstream.send(0)
      upstream.send(1)
      expect(calls.value == (sendsAnother ? [0, 2] : [0]))
      recorder.value?.cancel()
      recorder.value = nil
    }
  }

  @Test("An element that upstream sends from inside the closure is the latest")
  func reentrantUpstream() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.flatMapLatest { number in
      if number == 0 { upstream.send(1) }
      return children[number]
    }.record()
    upstream.send(0)
    children[0].send(10)
    children[1].send(11)
    expectEqual(recorder.values, [11])
    expect(children[0].isCancelled)
  }

  // MARK: Demand

  @Test("Upstream is asked for everything; the outstanding demand goes from one publisher to the next")
  func demand() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.flatMapLatest { children[$0] }.record(demand: .max(3))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    upstream.send(0)
    expectEqual(children[0].send(1), .none)
    upstream.send(1)
    expectEqual(children.map(\.requests), [[.demand(.max(3)), .cancel], [.demand(.max(2))]])
    recorder.request(.max(4))
    expectEqual(children[1].demand, .max(6))
  }

  @Test("Values of the publisher before that wait for the end of a delivery are dropped with it")
  func dropsQueued() {
    let upstream = Upstream()
    let children = children(2)
    let recorder = upstream.flatMapLatest { children[$0] }.record { value in
      if value == 1 {
        children[0].send(2)
        upstream.send(1)
        children[1].send(10)
      }
      return .none
    }
    upstream.send(0)
    children[0].send(1)
    expectEqual(recorder.values, [1, 10])
    expectEqual(recorder.overlaps, 0)
  }

  // MARK: Cancel, depth, release

  @Test("Very many publishers that finish at once do not grow the stack")
  func depth() {
    let counter = CountingSubscriber<Int, Never>()
    (0..<manyTimes).publisher.flatMapLatest { Just($0) }.subscribe(counter)
    counter.request(.unlimited)
    expectEqual(counter.completionCount, 1)
    expectEqual((0..<manyTimes).publisher.flatMapLatest { Just($0) }.record().values.count, manyTimes)
  }
}
