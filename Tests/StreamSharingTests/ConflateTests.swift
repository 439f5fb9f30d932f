import StreamCore
import StreamSharing
import TestSupport
import Testing

@Suite("conflate")
struct ConflateTests {
  private let timeline = VirtualTimeline()

  private var demand: KeyValuePairs<Int, Subscribers.Demand> { [0: .max(1), 5: .max(1), 9: .max(1)] }

  // Case XA-330
  @Test("While nothing is requested, the newest element takes the place of the one that waits")
  func newest() {
    let subject = PassthroughSubject<Int, TestError>()
    timeline.send("-1-2-3-4-|", to: subject)
    let recording = timeline.subscribe(at: 0, to: subject.conflate(), demand: demand)
    timeline.run()
    expectEqual(recording.marbles, "-1---3---(4|)")
  }

  // Case XA-331
  @Test("With unlimited demand every element passes")
  func transparent() {
    let subject = PassthroughSubject<Int, TestError>()
    timeline.send("-1-2(34)|", to: subject)
    let recording = timeline.subscribe(at: 0, to: subject.conflate())
    timeline.run()
    expectEqual(recording.marbles, "-1-2(34)|")
  }

  // Case XA-332
  @Test("What has not been requested is merged into one result")
  func merges() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.conflate(seed: { [$0] }) { $0.append($1) }.record(demand: .max(1))
    expectEqual(upstream.requests, [.demand(.unlimited)])
    for value in 1...3 { upstream.send(value) }
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1], [2, 3]])
    upstream.send(4)
    upstream.send(completion: .finished)
    expect(!recorder.isFinished)
    recorder.request(.max(1))
    expectEqual(recorder.values, [[1], [2, 3], [4]])
    expect(recorder.isFinished)
  }

  // Case XA-333
  @Test("A failure drops what waits, and a finish without a value comes at once")
  func ends() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.conflate().record(demand: .none)
    let merging = upstream.conflate(seed: { $0 }, { $0 += $1 }).record(demand: .none)
    upstream.send(1)
    upstream.send(completion: .failure(TestError()))
    for recorder in [recorder, merging] {
      expectEqual(recorder.values, [])
      expectEqual(recorder.failure, TestError())
    }
    #expect(Empty<Int, Never>().conflate().record(demand: .none).isFinished)
  }

  @Test("A replaced element is no drop, and is released when the newer one comes")
  func replaced() {
    let drops = DropRecorder(of: "Conflate")
    let subject = PassthroughSubject<Token, Never>()
    let recorder = subject.conflate().record(demand: .none)
    weak var former: Token?
    do {
      let token = Token()
      former = token
      subject.send(token)
    }
    expect(former != nil)
    subject.send(Token())
    expect(former == nil)
    expectEqual(drops.reports, [])
    recorder.cancel()
  }

  @Test("A request made inside either closure is served by the call that runs it")
  func requestInside() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    upstream.conflate(
      seed: { [unowned recorder] in
        if $0 == 1 { recorder.request(.max(1)) }
        return $0
      },
      {
        [unowned recorder] in
        $0 += $1
        recorder.request(.max(1))
      }
    ).subscribe(recorder)
    upstream.send(1)
    expectEqual(recorder.values, [1])
    upstream.send(2)
    upstream.send(3)
    expectEqual(recorder.values, [1, 5])
    upstream.send(4)
    expectEqual(recorder.values, [1, 5])
  }

  @Test("A cancel inside either closure keeps what it makes from downstream")
  func cancelInside() {
    for cancelsSeed in [true, false] {
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder = RecordingSubscriber<Int, TestError>(demand: cancelsSeed ? .unlimited : .none)
      upstream.conflate(
        seed: { [unowned recorder] in
          if cancelsSeed { recorder.cancel() }
          return $0
        },
        {
          [unowned recorder] in
          $0 += $1
          recorder.cancel()
        }
      ).subscribe(recorder)
      upstream.send(1)
      upstream.send(2)
      recorder.request(.unlimited)
      expectEqual(recorder.values, [])
      expectEqual(upstream.cancelCount, 1)
    }
  }

  @Test("A long run of elements without demand takes one place, and does not grow the stack")
  func manyElements() {
    let subject = PassthroughSubject<Int, Never>()
    let recorder = subject.conflate(seed: { $0 }, { $0 += $1 }).record(demand: .none)
    for _ in 0..<manyTimes { subject.send(1) }
    recorder.request(.max(1))
    expectEqual(recorder.values, [manyTimes])
    recorder.cancel()
  }

  @Test("When one thread sends and another requests, the values are in order and nothing that is merged is lost")
  func concurrent() {
    for _ in 0..<20 {
      let subject = PassthroughSubject<Int, Never>()
      let recorder = subject.conflate(seed: { [$0] }) { $0.append($1) }.record(demand: .none)
      let newest = subject.conflate().record(demand: .none)
      concurrently(2) { index in
        for value in 1...500 {
          if index == 0 {
            subject.send(value)
          } else {
            recorder.request(.max(1))
            newest.request(.max(1))
          }
        }
      }
      subject.send(completion: .finished)
      for recorder in [recorder] { recorder.request(.unlimited) }
      newest.request(.unlimited)
      expectEqual(recorder.values.flatMap { $0 }, Array(1...500))
      expectEqual(newest.values.last, 500)
      expect(zip(newest.values, newest.values.dropFirst()).allSatisfy { $0 < $1 })
      expect(recorder.isFinished && newest.isFinished)
    }
  }

  @Test("Ignores upstream signals that break the contract, and releases everything, however the stream ends")
  func contract() {
    expectEqual(misbehaviour { $0.conflate() }, .ignored)
    expectEqual(misbehaviour { $0.conflate(seed: { $0 }, { $0 += $1 }) }, .ignored)
    expectEqual(leaks { source, _ in source.conflate() }, [])
    expectEqual(leaks { source, token in source.conflate(seed: { token.pass($0) }, { $0 += token.pass($1) }) }, [])
    expectEqual(names { $0.conflate() }, NamesReport(subscriber: "Conflate", subscription: "Conflate"))
    expect(
      names { $0.conflate(seed: { $0 }, { $0 += $1 }) }
        == NamesReport(subscriber: "ConflateInto", subscription: "ConflateInto"))
  }
}
