import StreamCore
import StreamDebugging
import TestSupport
import Testing

@Suite("handleEnd")
struct HandleEndTests {
  typealias End = Subscribers.Completion<TestError>?

  @Test("The closure is called once with a finish, before downstream receives it")
  func finish() {
    let log = Box<[String]>([])
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = RecordingSubscriber<Int, TestError>(demand: .unlimited)
    recorder.onCompletion = { completion in log.update { $0.append("downstream: \(completion)") } }
    Publishers.HandleEnd(upstream: upstream) { end in
      log.update { $0.append("closure: \(end.map { "\($0)" } ?? "cancelled")") }
    }
    .subscribe(recorder)
    upstream.send(1)
    expectEqual(log.value, [])
    upstream.send(completion: .finished)
    upstream.send(completion: .finished)
    recorder.cancel()
    expectEqual(log.value, ["closure: finished", "downstream: finished"])
    expectEqual(recorder.events, [.subscription("HandleEnd"), .value(1), .finished])
  }

  @Test("The closure is called once with a failure")
  func failure() {
    let ends = Box<[End]>([])
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.handleEnd { end in ends.update { $0.append(end) } }.record()
    upstream.send(completion: .failure(TestError("e")))
    upstream.send(completion: .finished)
    recorder.cancel()
    expectEqual(ends.value, [.failure(TestError("e"))])
    expectEqual(recorder.failure, TestError("e"))
  }

  @Test("The closure is called once with nil when downstream cancels")
  func cancel() {
    let ends = Box<[End]>([])
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = upstream.handleEnd { end in ends.update { $0.append(end) } }.record()
    recorder.cancel()
    recorder.cancel()
    upstream.send(completion: .finished)
    expectEqual(ends.value, [nil])
    expectEqual(upstream.cancelCount, 1)
  }

  @Test("A cancel from inside the closure, or from downstream's completion, does not call the closure again")
  func reentrantCancel() {
    let calls = Box(0)
    let cancellable = Box<AnyCancellable?>(nil)
    let subject = PassthroughSubject<Int, Never>()
    cancellable.value = subject.handleEnd { _ in
      calls.increment()
      cancellable.value?.cancel()
    }.sink(receiveCompletion: { _ in cancellable.value?.cancel() }, receiveValue: { _ in })
    subject.send(completion: .finished)
    expectEqual(calls.value, 1)
    cancellable.value = nil
    expectEqual(calls.value, 1)
  }

  @Test("When a completion and a cancel race, the closure is called once, on either thread")
  func crossing() {
    for _ in 0..<200 {
      let calls = Box(0)
      let subject = PassthroughSubject<Int, Never>()
      let cancellable = subject.handleEnd { _ in calls.increment() }.sink { _ in }
      concurrently(2) { index in
        if index == 0 { subject.send(completion: .finished) } else { cancellable.cancel() }
      }
      expectEqual(calls.value, 1)
    }
  }
}
