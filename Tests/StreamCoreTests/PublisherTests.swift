import StreamCore
import TestSupport
import Testing

/// The exchange of signals, seen with a publisher and a subscriber that a user might write.
@Suite("Publisher and Subscriber")
struct PublisherTests {
  /// Delivers one number after the other, as a user would write it.
  struct Counter: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let log: Box<[String]>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
      log.update { $0.append("receive(subscriber:)") }
      subscriber.receive(subscription: Inner(downstream: subscriber, log: log))
    }

    final class Inner<Downstream: Subscriber<Int, Never>>: Subscription {
      private var downstream: Downstream?
      private let log: Box<[String]>
      private var last = 0

      init(downstream: Downstream, log: Box<[String]>) {
        self.downstream = downstream
        self.log = log
      }

      func request(_ demand: Subscribers.Demand) {
        log.update { $0.append("request(\(demand))") }
        var rest = demand
        while rest > 0, let downstream {
          rest -= 1
          last += 1
          rest += downstream.receive(last)
        }
      }

      func cancel() {
        log.update { $0.append("cancel()") }
        downstream = nil
      }
    }
  }

  @Test("subscribe(_:) calls receive(subscriber:); then subscription, demand and values follow in this order")
  func orderOfSignals() {
    let log = Box<[String]>([])
    let subscriber = AnySubscriber<Int, Never>(
      receiveSubscription: { subscription in
        log.update { $0.append("receive(subscription:)") }
        subscription.request(.max(2))
      },
      receiveValue: { value in
        log.update { $0.append("receive(\(value))") }
        return value == 1 ? .max(1) : .none
      })
    Counter(log: log).subscribe(subscriber)
    expectEqual(
      log.value,
      [
        "receive(subscriber:)", "receive(subscription:)", "request(max(2))", "receive(1)", "receive(2)", "receive(3)",
      ])
  }

  @Test("Demand and cancel pass upstream at once, on the thread that makes them")
  func synchronousDemand() {
    let log = Box<[String]>([])
    let recorder = Counter(log: log).eraseToAnyPublisher().record(demand: .none)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    recorder.cancel()
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expectEqual(log.value, ["receive(subscriber:)", "request(max(1))", "cancel()", "request(max(1))"])
  }

  @Test("A publisher can be subscribed to repeatedly")
  func independentSubscriptions() {
    let counter = Counter(log: Box([]))
    expectEqual(counter.record(demand: .max(2)).values, [1, 2])
    expectEqual(counter.record(demand: .max(3)).values, [1, 2, 3])
  }

  @Test("A pipeline declared as some Publisher<Output, Failure> has these types")
  func primaryAssociatedTypes() {
    func numbers() -> some Publisher<Int, Never> { (1...3).publisher }
    func collect(_ publisher: any Publisher<Int, Never>) -> [Int] { publisher.record().values }
    expectEqual(collect(numbers()), [1, 2, 3])
  }

  @Test("A subscriber of Void can be sent a value without an argument")
  func voidSubscriber() {
    let recorder = RecordingSubscriber<Void, Never>(onValue: { .max(2) })
    expectEqual(recorder.receive(), .max(2))
    expectEqual(recorder.values.count, 1)
  }

  @Test("A failure arrives with its type, from any publisher")
  func typedFailure() {
    let failures: [AnyPublisher<Int, TestError>] = [
      Fail(error: TestError("lost")).eraseToAnyPublisher(),
      Result<Int, TestError>.failure(TestError("lost")).publisher.eraseToAnyPublisher(),
      Record<Int, TestError>(output: [], completion: .failure(TestError("lost"))).eraseToAnyPublisher(),
      Future<Int, TestError> { $0(.failure(TestError("lost"))) }.eraseToAnyPublisher(),
      Deferred { Fail<Int, TestError>(error: TestError("lost")) }.eraseToAnyPublisher(),
    ]
    for publisher in failures { expectEqual(publisher.record().failure, TestError("lost")) }
  }
}
