import StreamCore
import StreamDebugging
import TestSupport
import Testing

@Suite("handleEvents")
struct HandleEventsTests {
  private func logged<P: Publisher>(_ publisher: P, in log: Box<[String]>) -> Publishers.HandleEvents<P> {
    publisher.handleEvents(
      receiveSubscription: { subscription in log.update { $0.append("subscription \(subscription)") } },
      receiveOutput: { output in log.update { $0.append("output \(output)") } },
      receiveCompletion: { completion in log.update { $0.append("completion \(completion)") } },
      receiveCancel: { log.update { $0.append("cancel") } },
      receiveRequest: { demand in log.update { $0.append("request \(demand)") } })
  }

  @Test("Shows the request, then the subscription, then values, then the completion")
  func order() {
    let log = Box<[String]>([])
    _ = logged([1, 2, 3].publisher, in: log).sink { _ in }
    expectEqual(
      log.value,
      [
        "request unlimited", "subscription [1, 2, 3]", "output 1", "output 2", "output 3", "completion finished",
      ])
  }

  @Test("The subscription comes before a completion that needs no demand", arguments: [true, false])
  func immediateEnd(fails: Bool) {
    let log = Box<[String]>([])
    let completion = fails ? Subscribers.Completion.failure(TestError("e")) : .finished
    _ = logged(Record<Int, TestError>(output: [], completion: completion), in: log).record(demand: .none)
    expectEqual(log.value, ["subscription Empty", "completion \(completion)"])
  }

  @Test("A cancel is shown once, and nothing is shown after it")
  func cancel() {
    let log = Box<[String]>([])
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = logged(upstream, in: log).record(demand: .max(1))
    recorder.cancel()
    recorder.cancel()
    recorder.request(.max(1))
    upstream.send(1)
    upstream.send(completion: .finished)
    expectEqual(log.value, ["request max(1)", "subscription Scripted", "cancel"])
    expectEqual(upstream.requests, [.demand(.max(1)), .cancel])
  }

  @Test("A cancel inside receive(subscription:) suppresses the request upstream, and is shown after the subscription")
  func cancelInsideSubscription() {
    let log = Box<[String]>([])
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { subscription in
      subscription.request(.max(2))
      subscription.cancel()
    }
    logged(upstream, in: log).subscribe(recorder)
    expectEqual(log.value, ["request max(2)", "subscription Scripted", "cancel"])
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("A completion inside receive(subscription:) is shown after the subscription, once")
  func endInsideSubscription() {
    let log = Box<[String]>([])
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = RecordingSubscriber<Int, TestError>(demand: .none)
    recorder.onSubscription = { _ in upstream.send(completion: .finished) }
    logged(upstream, in: log).subscribe(recorder)
    expectEqual(log.value, ["subscription Scripted", "completion finished"])
  }

  @Test("Demand that receive(_:) returns is shown, unless it is none")
  func returnedDemand() {
    let log = Box<[String]>([])
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = logged(upstream, in: log).record(demand: .max(1)) { $0 == 1 ? .max(2) : .none }
    expectEqual(upstream.send(1), .max(2))
    expectEqual(upstream.send(2), Subscribers.Demand.none)
    expectEqual(log.value.suffix(3), ["output 1", "request max(2)", "output 2"])
    withExtendedLifetime(recorder) {}
  }

  @Test("A closure that cancels suppresses its value")
  func closureCancels() {
    let cancellable = Box<AnyCancellable?>(nil)
    let subject = PassthroughSubject<Int, Never>()
    let values = Box<[Int]>([])
    cancellable.value = subject.handleEvents(receiveOutput: { if $0 == 2 { cancellable.value?.cancel() } })
      .sink { value in values.update { $0.append(value) } }
    for value in 1...3 { subject.send(value) }
    expectEqual(values.value, [1])
  }

  @Test("Passes demand on unchanged")
  func demandIsPassedOn() {
    expectEqual(demand { $0.handleEvents() }, .passedOn)
  }

  @Test("Describes itself as HandleEvents")
  func describes() {
    expectEqual(names { $0.handleEvents() }, NamesReport(subscriber: "HandleEvents", subscription: "HandleEvents"))
  }

  @Test("Has the properties that Combine gives")
  func publicParts() {
    var publisher = Publishers.HandleEvents(upstream: Just(1), receiveRequest: nil)
    expectEqual(publisher.upstream, Just(1))
    let outputs = Box<[Int]>([])
    publisher.receiveOutput = { output in outputs.update { $0.append(output) } }
    _ = publisher.sink { _ in }
    expectEqual(outputs.value, [1])
    expect(
      publisher.receiveSubscription == nil && publisher.receiveCompletion == nil && publisher.receiveCancel == nil)
  }
}
