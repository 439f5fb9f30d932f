import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("The contract of the error-handling operators")
struct ContractTests {
  static let specimens = [
    Specimen("catch(_:)", onFailure: .recovers) { upstream, token in upstream.catch { _ in Just(token.pass(9)) } },
    Specimen("tryCatch(_:)", onFailure: .recovers) { upstream, token in
      upstream.tryCatch { error in
        if error == TestError("poison") { throw error }
        return Just(token.pass(9))
      }
    },
    Specimen("retry(_:)", onFailure: .recovers) { upstream, _ in upstream.retry(1) },
    Specimen("retry(_:if:)", onFailure: .recovers) { upstream, token in upstream.retry(1) { _, _ in token.pass(true) }
    },
    Specimen("retry(_:if:)", form: "refused") { upstream, token in upstream.retry { _, _ in token.pass(false) } },
    Specimen("retry(when:)", onFailure: .recovers) { upstream, token in
      upstream.retry { EndingTrigger(failures: $0, token: token, fails: false) }
    },
    Specimen("retry(when:)", form: "a trigger that fails") { upstream, token in
      upstream.retry { EndingTrigger(failures: $0, token: token, fails: true) }
    },
    Specimen("fallback(to:if:)", onFailure: .recovers) { upstream, token in
      upstream.fallback(to: Result<Int, TestError>.Publisher(9)) { _ in token.pass(true) }
    },
    Specimen("eraseFailure()", .stateless) { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass($0) }.eraseFailure().mapError { $0 as? TestError ?? TestError() }
    },
    Specimen("ignoreFailure(completeImmediately:fileID:line:)", .stateless, onFailure: .recovers) { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass($0) }.ignoreFailure()
    },
    Specimen("ignoreFailure(completeImmediately:fileID:line:)", form: "silently", .stateless, onFailure: .recovers) {
      upstream, token in
      Publishers.Map(upstream: upstream) { token.pass($0) }.ignoreFailure(completeImmediately: false)
    },
    Specimen("taggingFailures(_:fileID:line:)", .stateless) { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass($0) }.taggingFailures("once")
    },
    Specimen("taggingFailures(_:fileID:line:)", form: "once more", .stateless) { upstream, token in
      Publishers.Map(upstream: upstream) { token.pass($0) }.taggingFailures("once").taggingFailures("twice")
    },
    Specimen("tryMapSkippingFailures(onFailure:fileID:line:_:)", [.stateless, .skipsFailures]) { upstream, token in
      upstream.tryMapSkippingFailures(onFailure: { (_: any Error, _) in _ = token.pass(0) }) { value in
        try Specimen.check(value)
        return token.pass(value)
      }
    },
    Specimen("flatMapSkippingFailures(maxPublishers:onFailure:fileID:line:_:)") { upstream, token in
      upstream.flatMapSkippingFailures(onFailure: { _, _ in _ = token.pass(0) }) {
        Result<Int, TestError>.Publisher(token.pass($0))
      }
    },
    Specimen("flatMapSkippingFailures(maxPublishers:onFailure:fileID:line:_:)", form: "all fail") { upstream, token in
      upstream.flatMapSkippingFailures(onFailure: { _, _ in _ = token.pass(0) }) { value in
        Fail<Int, TestError>(error: TestError("\(token.pass(value))"))
      }
    },
    Specimen("mapError(_:)", .stateless) { upstream, token in upstream.mapError { token.pass($0) } },
    Specimen("replaceError(with:)", onFailure: .recovers) { upstream, _ in upstream.replaceError(with: 9) },
    Specimen("assertNoFailure(_:file:line:)", .stateless, onFailure: .traps) { upstream, _ in
      upstream.assertNoFailure()
    },
  ]

  @Test("Every operator of the family keeps every rule of the contract", arguments: specimens, ContractRule.allCases)
  func keepsContract(specimen: Specimen, rule: ContractRule) {
    // In real time each check would wait a second for what follows a failure; there is no queue here that could deliver
    // it.
    for violation in rule.violations(by: specimen, time: .passing {}) { Issue.record("\(violation)") }
  }

  @Test("Closures and downstream are released though upstream keeps its subscriber", arguments: specimens)
  func releasesUnderKeepingUpstream(specimen: Specimen) {
    expectEqual(faultsUnderKeepingUpstream(of: specimen), [])
  }

  @Test("A cancel releases the closures though upstream has sent no subscription", arguments: specimens)
  func releasesUnderWaitingUpstream(specimen: Specimen) {
    expectEqual(specimen.heldByWaitingUpstream(), [])
  }

  @Test("Every public operator of the family is in the list")
  func listIsComplete() throws {
    expectEqual(try PublicOperators(ofFamily: "ErrorHandling").gaps(in: Self.specimens), [])
  }
}

/// A trigger that ends at the first failure, with it or with a finish.
struct EndingTrigger: Publisher {
  typealias Output = Int
  typealias Failure = TestError

  let failures: AnyPublisher<TestError, Never>
  let token: Token
  let fails: Bool

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestError {
    failures.subscribe(Inner(downstream: subscriber, token: token, fails: fails))
  }

  private struct Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Int, Downstream.Failure == TestError {
    let downstream: Downstream
    let token: Token
    let fails: Bool
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) {
      downstream.receive(subscription: subscription)
    }

    func receive(_ input: TestError) -> Subscribers.Demand {
      downstream.receive(completion: token.pass(fails) ? .failure(input) : .finished)
      return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}
  }
}
