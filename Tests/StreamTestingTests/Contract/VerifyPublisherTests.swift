import Dispatch
import StreamCore
import StreamTesting
import TestSupport
import Testing

/// Hands its subscriber on, and promises what only upstream can keep.
private struct SaysThatItReleases<Upstream: Publisher>: ReleasingPublisher {
  typealias Output = Upstream.Output
  typealias Failure = Upstream.Failure

  let upstream: Upstream

  func receive<S: Subscriber>(subscriber: S) where S.Input == Upstream.Output, S.Failure == Upstream.Failure {
    upstream.receive(subscriber: subscriber)
  }
}

@Suite("verifyContract of a publisher")
struct VerifyPublisherTests {
  private func offended(by fault: SourceFault, count: Int = 5) -> Set<ContractRule> {
    var found: [ContractViolation] = []
    let told = FailureReporter.failures {
      found = verifyContract(interval: 0.01, patience: 200) { FaultySource(fault, count: count) }
    }
    expectEqual(told.count, found.count)
    return Set(found.map(\.rule))
  }

  @Test("Finds nothing wrong in a publisher without a fault, even an endless one")
  func noFalseAlarm() {
    verifyContract { FaultySource(.none) }
    verifyContract { FaultySource(.none, count: .max) }
  }

  @Test("Finds nothing wrong in the elementary publishers")
  func elementary() {
    verifyContract { Just(1) }
    verifyContract { (1...3).publisher }
    verifyContract { Publishers.Sequence<PartialRangeFrom<Int>, Never>(sequence: 1...) }
    verifyContract { Empty<Int, Never>() }
    verifyContract { Fail<Int, TestError>(error: TestError()) }
    verifyContract { Deferred { Just(1) } }
    verifyContract { Record<Int, TestError>(output: [1, 2], completion: .failure(TestError())) }
    verifyContract { Result<Int, TestError>.Publisher(.failure(TestError())) }
    verifyContract(traits: .shares, interval: 0.01) { CurrentValueSubject<Int, Never>(1) }
    verifyContract(traits: .shares, interval: 0.01) { PassthroughSubject<Int, Never>() }
    verifyContract { Future<Int, Never> { $0(.success(1)) } }
  }

  @Test("Subscribers that share a source may get different numbers of values")
  func sharesUnequally() {
    let count = Box(0)
    verifyContract(traits: .shares, interval: 0.01) { FaultySource(.none, count: count.increment()) }
  }

  @Test("A late value beyond the demand is found, though all values before it were requested", .separateThread)
  func lateExtra() {
    // On a busy machine it may come after the first interval.
    let isFound = [0.1, 1, 10].contains { interval in
      var found: [ContractViolation] = []
      _ = FailureReporter.failures {
        found = verifyContract(interval: interval, patience: 300) { LateExtra() }
      }
      return found.contains { $0.rule == .demandIsKept }
    }
    expect(isFound)
  }

  @Test("Finds nothing wrong in a publisher that stores its values for a queue")
  func asynchronous() {
    verifyContract(interval: 0.05) { Hopping(upstream: FaultySource(.none)) }
  }

  @Test(
    "Finds each fault", .separateThread,
    arguments: [
      (.doubleSubscription, .subscriptionFirst), (.greedy, .demandIsKept),
      (.lostReturnedDemand, .demandPatternsAgree), (.overflow, .hugeDemands), (.recursion, .requestInsideReceive),
      (.doubleCompletion, .requestAfterEnd), (.ignoredCancel, .cancelInsideSubscription),
      (.ignoredCancel, .cancelInsideValue), (.valueForAnswer, .cancelInsideValue),
      (.completionAfterCancel, .cancelTwice), (.heldLock, .noLockHeld), (.lockDuringCompletion, .noLockHeld),
      (.heldDownstream, .release), (.sharedPosition, .independence), (.noneAsOne, .requestNone),
    ] as [(SourceFault, ContractRule)])
  func findsFault(fault: SourceFault, rule: ContractRule) {
    expect(offended(by: fault).contains(rule))
  }

  @Test("The message says after which end downstream is retained")
  func saysWhatHolds() {
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      // With patience: what another thread does in time, it may do late on a busy machine.
      found = verifyContract(interval: 0.01, patience: 100_000) { FaultySource(.heldByCancel) }
    }
    expectEqual(found.map(\.rule), [.release])
    expectEqual(found.first?.message.hasPrefix("Downstream lives on after a cancel, "), true)
  }

  @Test("Finds a publisher that says that it releases its subscriber, and does not", arguments: [true, false])
  func brokenPromise(isBroken: Bool) {
    var found: [ContractViolation] = []
    _ = FailureReporter.failures {
      found = verifyContract(interval: 0.01, patience: 100_000) {
        SaysThatItReleases(upstream: FaultySource(isBroken ? .heldByCancel : .none))
      }
    }
    expectEqual(found.map(\.rule), (isBroken ? [.release] : []))
  }

  @Test("Finds faults of an endless publisher", arguments: [SourceFault.ignoredCancel, .greedy, .recursion])
  func findsFaultOfEndless(fault: SourceFault) {
    // What is endless and ignores the cancel does not return.
    expect(!offended(by: fault, count: fault == .recursion ? .max : 1_000).isEmpty)
  }

  @Test(
    "Finds faults of a publisher that stores its values for a queue",
    arguments: [(.greedy, .demandIsKept), (.sharedPosition, .independence)] as [(SourceFault, ContractRule)])
  func findsFaultOfAsynchronous(fault: SourceFault, rule: ContractRule) {
    // On a busy machine a fault may show after the first interval.
    let isFound = [0.05, 0.5, 5].contains { interval in
      var found: [ContractViolation] = []
      _ = FailureReporter.failures {
        found = verifyContract(interval: interval, patience: 200) { Hopping(upstream: FaultySource(fault)) }
      }
      return found.contains { $0.rule == rule }
    }
    expect(isFound)
  }

  @Test("A broken rule is an issue at the caller's line, with the rule's number and text")
  func issue() {
    let seen = Box<[(comment: String, line: Int?)]>([])
    withKnownIssue {
      verifyContract { FaultySource(.doubleSubscription) }
    } matching: { issue in
      seen.update { $0.append((issue.comments.map(\.rawValue).joined(), issue.sourceLocation?.line)) }
      return true
    }
    expectEqual(seen.value.first?.line, #line - 5)
    expectEqual(
      seen.value.first?.comment,
      """
      verifyContract: Rule 1: the subscription comes once, and first. 2 subscriptions came.
        Rule 1 says: `receive(subscription:)` comes exactly once, before any other signal. A second subscription is \
      cancelled at once and otherwise ignored, or passed on by a stage without state.
      """)
  }
}

/// Hands what it gets to a queue, which sends it on.
private struct Hopping: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let upstream: FaultySource

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: HoppingSubscription(upstream, AnySubscriber(subscriber)))
  }
}

private final class HoppingSubscription: Subscription, @unchecked Sendable {
  // Sendable: the box is locked, and all else happens on the queue.
  private let queue = DispatchQueue(label: "hopping")
  private let upstream = Box<(any Subscription)?>(nil)
  private let isCancelled = Box(false)

  init(_ source: FaultySource, _ downstream: AnySubscriber<Int, Never>) {
    let downstream = Box(downstream)
    source.subscribe(
      AnySubscriber<Int, Never>(
        receiveSubscription: { [upstream] in upstream.value = $0 },
        receiveValue: { [isCancelled] in isCancelled.value ? .none : downstream.value.receive($0) },
        receiveCompletion: { [isCancelled] in if !isCancelled.value { downstream.value.receive(completion: $0) } }))
  }

  func request(_ demand: Subscribers.Demand) {
    queue.async { [upstream] in upstream.value?.request(demand) }
  }

  func cancel() {
    isCancelled.value = true
    upstream.value?.cancel()
  }
}

/// Sends two values as they are asked for, and after the third request one too many, on a queue.
private struct LateExtra: Publisher {
  typealias Output = Int
  typealias Failure = Never

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
    subscriber.receive(subscription: LateExtraSubscription(AnySubscriber(subscriber)))
  }
}

private final class LateExtraSubscription: Subscription, @unchecked Sendable {
  // Sendable: what changes is in boxes.
  private let downstream: Box<AnySubscriber<Int, Never>?>
  private let requestCount = Box(0)
  private let queue = DispatchQueue(label: "extra")

  init(_ downstream: AnySubscriber<Int, Never>) {
    self.downstream = Box(downstream)
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > 0 else { return }
    let count = requestCount.increment()
    guard count <= 3 else { return }
    _ = downstream.value?.receive(count)
    guard count == 3 else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(20)) { [self] in _ = downstream.value?.receive(4) }
  }

  func cancel() { downstream.value = nil }
}
