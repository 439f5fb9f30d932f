import StreamCore
import StreamCreating
import TestSupport
import Testing

/// A publisher of this module: what all that run a closure once share is tested once.
struct Creation: CustomTestStringConvertible, Sendable {
  /// The name of the type, which is what the subscription says of itself.
  let name: String

  /// How many values it delivers.
  let count: Int

  /// Makes the publisher. Its closure calls the one given when it runs, and delivers the token, if anything.
  let make: @Sendable (Token, @escaping @Sendable () -> Void) -> AnyPublisher<Token, TestError>

  var testDescription: String { name }

  static let all = [
    Creation(name: "DeferredValue", count: 1) { token, onRun in
      DeferredValue(failure: TestError.self) {
        onRun()
        return token
      }.eraseToAnyPublisher()
    },
    Creation(name: "DeferredTryValue", count: 1) { token, onRun in
      AnyPublisher(
        AsTestError(
          upstream: DeferredTryValue {
            onRun()
            return token
          }))
    },
    Creation(name: "DeferredResult", count: 1) { token, onRun in
      DeferredResult<Token, TestError> {
        onRun()
        return .success(token)
      }.eraseToAnyPublisher()
    },
    Creation(name: "DeferredFuture", count: 1) { token, onRun in
      DeferredFuture<Token, TestError> { promise in
        onRun()
        promise(.success(token))
      }.eraseToAnyPublisher()
    },
    Creation(name: "DeferredPassthrough", count: 1) { token, onRun in
      DeferredPassthrough<Token, TestError> { subject in
        onRun()
        subject.send(token)
        subject.send(completion: .finished)
      }.eraseToAnyPublisher()
    },
    Creation(name: "Create", count: 1) { token, onRun in
      AnyPublisher.create { emitter in
        onRun()
        emitter.send(token)
        emitter.send(completion: .finished)
        return AnyCancellable { _ = token }
      }
    },
    Creation(name: "DeferredComplete", count: 0) { token, onRun in
      DeferredComplete<Token, TestError> {
        onRun()
        return token.pass(nil)
      }.eraseToAnyPublisher()
    },
    Creation(name: "DeferredTryComplete", count: 0) { token, onRun in
      AnyPublisher(
        AsTestError(
          upstream: DeferredTryComplete<Token> {
            onRun()
            token.pass(())
          }))
    },
  ]

  static let delivering = all.filter { $0.count > 0 }
}

/// Gives the publishers that fail with any error the failure of the others. Whatever is no `TestError` becomes one that
/// says so.
private struct AsTestError<Upstream: Publisher>: Publisher where Upstream.Failure == any Error {
  typealias Output = Upstream.Output
  typealias Failure = TestError

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == TestError {
    upstream.subscribe(Inner(downstream: subscriber))
  }

  struct Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Output, Downstream.Failure == TestError {
    let downstream: Downstream
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      downstream.receive(subscription: subscription)
    }

    func receive(_ input: Output) -> Subscribers.Demand {
      downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<any Error>) {
      switch completion {
      case .finished: downstream.receive(completion: .finished)
      case .failure(let error):
        downstream.receive(completion: .failure(error as? TestError ?? TestError("foreign: \(error)")))
      }
    }
  }
}
