import Foundation
import StreamCore
import StreamTesting
import TestSupport
import Testing

/// An operator of one's own: passes on every value, and breaks a rule or none.
private struct Passing<Upstream: Publisher>: Publisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream
  var isGreedy = false

  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    upstream.subscribe(Inner(downstream: subscriber, isGreedy: isGreedy))
  }

  private struct Inner<Downstream: Subscriber>: Subscriber
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let downstream: Downstream
    let isGreedy: Bool
    let combineIdentifier = CombineIdentifier()

    func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }

    func receive(_ input: Output) -> Subscribers.Demand {
      let demand = downstream.receive(input)
      return isGreedy ? .unlimited : demand
    }

    func receive(completion: Subscribers.Completion<Failure>) { downstream.receive(completion: completion) }
  }
}

@Suite("verifyContract of an operator")
struct VerifyOperatorTests {
  @Test("Finds nothing wrong in an operator that keeps the rules")
  func noFalseAlarm() {
    verifyContract(traits: .stateless) { upstream in Passing(upstream: upstream) }
  }

  @Test("A broken rule is an issue at the caller's line, with the rule's number and text")
  func issue() {
    let seen = Box<[(comment: String, line: Int?)]>([])
    withKnownIssue {
      verifyContract(traits: .stateless) { upstream in Passing(upstream: upstream, isGreedy: true) }
    } matching: { issue in
      seen.update { $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation?.line)) }
      return true
    }
    expectEqual(seen.value.map(\.line), [#line - 5])
    expectEqual(
      seen.value.first?.comment,
      """
      verifyContract: Rule 2: no more values than requested; nothing without demand. \
      20 values came where 1 were asked for.
        Rule 2 says: A publisher delivers at most as many values as have been asked for. Demand adds up and never goes \
      down: what `request(_:)` brings and what `receive(_:)` returns are added.
      """)
  }

  @Test("A stage without state is reported, unless it is declared as such")
  func stateless() {
    let told = FailureReporter.failures { verifyContract { upstream in Passing(upstream: upstream) } }
    expect(told.contains { $0.message.hasPrefix("verifyContract: Rule 1: a second subscription") })
  }

  @Test("An example whose closure is retained is reported")
  func specimen() {
    let kept = Box<[ReleaseToken]>([])
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(
        of: ContractSpecimen("passing()", .stateless) { upstream, token in
          kept.update { $0.append(token) }
          return Passing(upstream: upstream)
        })
    }
    expectEqual(found.map(\.rule), [.release])
  }

  @Test("The text of each rule is that of the contract", arguments: ContractRule.allCases)
  func ruleText(rule: ContractRule) throws {
    let document = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Docs/StreamContract.md")
    let sections = try String(contentsOf: document, encoding: .utf8).split(separator: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("\(rule.number). ") })
    expect(section.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(rule.text))
  }
}
