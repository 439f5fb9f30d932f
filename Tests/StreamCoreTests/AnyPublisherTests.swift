import StreamCore
import TestSupport
import Testing

@Suite("AnyPublisher")
struct AnyPublisherTests {
  @Test("Passes demand, values, returned demand and completion unchanged")
  func passesEverything() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = upstream.eraseToAnyPublisher().record(demand: .max(2)) { _ in .max(3) }
    expectEqual(upstream.requests, [.demand(.max(2))])
    expectEqual(upstream.send(1), .max(3))
    recorder.request(.unlimited)
    expectEqual(upstream.requests, [.demand(.max(2)), .demand(.unlimited)])
    upstream.send(completion: .failure(TestError("lost")))
    expectEqual(recorder.events, [.subscription("Scripted"), .value(1), .failure(TestError("lost"))])
  }

  @Test("Passes a cancel, and requests nothing by itself")
  func passesCancel() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = AnyPublisher(upstream).record(demand: .none)
    expect(upstream.requests.isEmpty)
    recorder.cancel()
    expectEqual(upstream.requests, [.cancel])
  }

  @Test("Each subscription is one to the hidden publisher")
  func independentSubscriptions() {
    let erased = [1, 2].publisher.eraseToAnyPublisher()
    for _ in 0..<2 {
      expectEqual(erased.record().events, [.subscription("[1, 2]"), .value(1), .value(2), .finished])
    }
  }

  @Test("A subject that is hidden cannot be sent to")
  func hidesSubject() {
    let subject = PassthroughSubject<Int, Never>()
    let erased = subject.eraseToAnyPublisher()
    expect(!((erased as Any) is any Subject))
    let recorder = erased.record()
    subject.send(10)
    subject.send(100)
    expectEqual(recorder.values, [10, 100])
  }

  @Test("An erased publisher is not wrapped again, however often it is erased")
  func doesNotWrapTwice() {
    var erased = Just(1).eraseToAnyPublisher()
    for _ in 0..<200_000 { erased = AnyPublisher(erased).eraseToAnyPublisher() }
    // A wrapper for each would overflow the stack here, and in the release.
    expectEqual(erased.record().values, [1])
  }

  @Test("It retains the hidden publisher, and releases it")
  func release() {
    weak var hidden: ScriptedPublisher<Int, Never>?
    var erased: AnyPublisher<Int, Never>?
    do {
      let publisher = ScriptedPublisher<Int, Never>()
      hidden = publisher
      erased = publisher.eraseToAnyPublisher()
    }
    expect(hidden != nil)
    _ = erased?.record()
    erased = nil
    expect(hidden == nil)
  }

  @Test("It attaches with subscribe(_:), through which every subscription passes (rule 8)")
  func identityOfSubscriber() {
    let identities = Box<[CombineIdentifier]>([])
    struct Spy: Publisher {
      typealias Output = Int
      typealias Failure = Never
      let identities: Box<[CombineIdentifier]>

      func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
        identities.update { $0.append(subscriber.combineIdentifier) }
        Just(1).subscribe(subscriber)
      }
    }
    let recorder = Spy(identities: identities).eraseToAnyPublisher().record()
    expectEqual(identities.value, [recorder.combineIdentifier])
  }

  @Test("The publisher describes itself as AnyPublisher")
  func description() {
    let erased = Just(1).eraseToAnyPublisher()
    expectEqual("\(erased)", "AnyPublisher")
    expectEqual(erased.playgroundDescription as? String, "AnyPublisher")
  }
}
