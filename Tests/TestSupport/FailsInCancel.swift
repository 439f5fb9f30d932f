public import StreamCore
public import StreamTesting

/// A client's publisher that answers a cancel with a failure, before `cancel()` returns, and sends nothing else.
public struct FailsInCancel: Publisher {
  public typealias Output = Int
  public typealias Failure = TestError

  private let failure: TestError

  /// - Parameter failure: What it sends.
  public init(_ failure: TestError) {
    self.failure = failure
  }

  public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    // Released by the cancel, so that the two do not retain each other.
    let downstream = Box<AnySubscriber<Int, TestError>?>(AnySubscriber(subscriber))
    subscriber.receive(
      subscription: ScriptedSubscription(onCancel: { [failure] in
        downstream.update { $0.take() }?.receive(completion: .failure(failure))
      }))
  }
}
