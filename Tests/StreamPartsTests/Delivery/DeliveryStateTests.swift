import Foundation
import StreamCore
import TestSupport
import Testing

@testable import StreamParts

/// What a stage does with values that are ready when a failure comes.
private protocol FailureRule {
  static var keepsReady: Bool { get }
}

private enum DropsReady: FailureRule {
  static let keepsReady = false
}

private enum KeepsReady: FailureRule {
  static let keepsReady = true
}

/// Takes the values of two upstreams as they come, and requests one more for each that has been delivered.
private struct PlainPolicy<Rule: FailureRule>: BoundedPolicy {
  typealias Element = Int
  typealias Failure = TestError

  var upstreams = [UpstreamState.awaitingSubscription, .awaitingSubscription]
  var place = QueueAction.append
  var failure: TestError?

  mutating func attach(
    _ subscription: any Subscription, from origin: UpstreamKey, demand: Subscribers.Demand
  ) -> Subscribers.Demand? {
    upstreams[origin.index].attach(subscription) ? demand : nil
  }

  func isActive(_ origin: UpstreamKey) -> Bool { upstreams[origin.index].isActive }

  mutating func place(readyCount count: Int, demand: Subscribers.Demand) -> QueueAction { place }

  mutating func complete(_ origin: UpstreamKey) -> SubscriptionObject? {
    upstreams[origin.index].terminate()
  }

  var isOver: Bool {
    upstreams.allSatisfy { $0.phase == .terminated }
  }

  mutating func requests(after event: DeliveryEvent, total: Subscribers.Demand) -> UpstreamRequests {
    switch event {
    case .requested(.max(7)): UpstreamRequests(.max(7), of: .all())
    case .delivered(let origin, _): UpstreamRequests(.max(1), of: origin)
    case .drained where total == .max(5): UpstreamRequests(total)
    case .requested, .completed, .drained: UpstreamRequests()
    }
  }

  func subscription(of origin: UpstreamKey) -> SubscriptionObject? { upstreams[origin.index].subscription }

  mutating func end() -> EndedUpstreams {
    let active = upstreams.indices.compactMap { upstreams[$0].terminate() }
    return EndedUpstreams(active, failure: failure)
  }
}

/// What can happen to the state. The values 8 and 9 come from upstream 1.
private enum Event: String, CaseIterable {
  case subscription, value, twoValues, lastValues, finish, finishOfAll, failure, stageFailure, request, requestUpstream
  case drain, cancel

  /// What the drain thread alone does.
  case delivered, deliveredTwoMore
}

extension DeliveryState where Element == Int, Policy.Failure == TestError, Policy: BoundedPolicy {
  /// What the state decides: what is cancelled and sent, and the value that the caller delivers.
  fileprivate mutating func decision(_ body: (inout Self, inout Int?, inout DeliveryAction) -> Void) -> [String] {
    var (next, action) = (Int?.none, DeliveryAction())
    body(&self, &next, &action)
    let (ended, completion) = (action.ends ? ended.take() : nil, action.completes ? takeCompletion() : nil)
    let steps = [
      action.requests.isEmpty ? nil : "asks \(action.requests.words)", ended.map { _ in "ends" },
      completion.map { "\($0)" }, next.map { "delivers \($0)" },
    ]
    return steps.compactMap { $0 }
  }

  /// What the state answers to an event, and what it is then; `nil` if the event does nothing.
  fileprivate mutating func answer(to event: Event) -> String? {
    let before = summary
    let origin = UpstreamKey(index: 1)
    var (released, replaced, returned) = (SubscriptionObject?.none, Int?.none, Subscribers.Demand.none)
    var steps: [String]
    switch event {
    case .subscription:
      steps = [attach(ScriptedSubscription(), from: UpstreamKey(index: 1)).map { "asks \($0)" } ?? "refuses"]
    case .value:
      steps = [offer(8, from: origin, replaced: &replaced) == .deliver ? "delivers 8" : ""]
    case .twoValues:
      steps = decision {
        $0.offer(contentsOf: [8, 9], completion: nil, from: origin, released: &released, next: &$1, &$2)
      }
    case .lastValues:
      steps = decision {
        $0.offer(contentsOf: [8, 9], completion: .finished, from: origin, released: &released, next: &$1, &$2)
      }
    case .finish:
      steps = decision { _ = $0.complete(.finished, from: origin, released: &released, next: &$1, &$2) }
    case .finishOfAll:
      steps = decision { _ = $0.complete(.finished, from: UpstreamKey(), released: &released, next: &$1, &$2) }
      steps += decision { _ = $0.complete(.finished, from: origin, released: &released, next: &$1, &$2) }
    case .failure:
      steps = decision { _ = $0.complete(.failure(TestError()), from: origin, released: &released, next: &$1, &$2) }
    case .stageFailure: steps = decision { _ = $0.fail(.failure(TestError("own")), next: &$1, &$2) }
    case .request: steps = decision { $0.request(.max(1), next: &$1, &$2) }
    case .requestUpstream: steps = decision { $0.request(.max(7), next: &$1, &$2) }
    case .delivered:
      steps = decision {
        $0.delivered(from: origin, adding: .none, caller: origin, returned: &returned, next: &$1, &$2)
      }
    case .deliveredTwoMore:
      steps = decision {
        $0.delivered(from: origin, adding: .max(2), caller: nil, returned: &returned, next: &$1, &$2)
      }
    case .drain: steps = decision { $0.takeNextIfIdle(&$1, &$2) }
    case .cancel:
      var dropped: Subscribers.Completion<TestError>?
      steps = decision { state, _, action in dropped = state.cancel(&action) }
      steps += dropped.map { ["drops \($0)"] } ?? []
    }
    steps += [returned == .none ? "" : "returns \(returned)", released == nil ? "" : "releases"]
    steps = steps.filter { !$0.isEmpty } + (summary == before ? [] : ["then \(summary)"])
    return steps.isEmpty ? nil : "\(event.rawValue): \(steps.joined(separator: ", "))"
  }

  fileprivate var summary: String {
    let pendingEnd = pending.map { ", \($0) pending" } ?? ""
    let work = isDelivering ? "delivering" : isCancelled ? "cancelled" : hasEnded ? "ended" : "idle"
    return "\(work), \(ready.count) ready, demand \(demand)\(pendingEnd)"
  }
}

@Suite("DeliveryState")
struct DeliveryStateTests {
  private typealias State = DeliveryState<PlainPolicy<DropsReady>>
  private typealias KeepingState = DeliveryState<PlainPolicy<KeepsReady>>

  /// A state with two active upstreams.
  private func makeState<Rule>(_ rule: Rule.Type = DropsReady.self) -> DeliveryState<PlainPolicy<Rule>> {
    var state = DeliveryState(PlainPolicy<Rule>(), failsAfterQueue: Rule.keepsReady)
    for index in 0...1 { _ = state.attach(ScriptedSubscription(), from: UpstreamKey(index: index)) }
    return state
  }

  /// A state whose drain thread delivers a value, with one more in demand.
  private func makeDelivering<Rule>(_ rule: Rule.Type = DropsReady.self) -> DeliveryState<PlainPolicy<Rule>> {
    var state = makeState(rule)
    var replaced: Int?
    state.demand = .max(2)
    _ = state.offer(1, from: UpstreamKey(), replaced: &replaced)
    return state
  }

  /// The state, and its answers to all events, each given to a copy of it. Events that do nothing are left out.
  private func answers<Rule>(of state: DeliveryState<PlainPolicy<Rule>>) -> String {
    let events = Event.allCases.filter { state.isDelivering || ($0 != .delivered && $0 != .deliveredTwoMore) }
    let answers = events.compactMap { event in
      var copy = state
      return copy.answer(to: event)
    }
    return (["(\(state.summary))"] + answers).joined(separator: "\n")
  }

  @Test("Without a subscription of an upstream, none of its values and completions counts")
  func awaiting() {
    let expected = """
      (idle, 0 ready, demand max(0))
      subscription: asks max(0)
      stageFailure: ends, failure(own), then ended, 0 ready, demand max(0)
      request: then idle, 0 ready, demand max(1)
      requestUpstream: asks max(7) of all, then idle, 0 ready, demand max(7)
      cancel: ends, then cancelled, 0 ready, demand max(0)
      """
    expectEqual(answers(of: State(PlainPolicy())), expected)
  }

  @Test("While idle without demand, values are queued, and the end comes at once")
  func idleWithoutDemand() {
    let expected = """
      (idle, 0 ready, demand max(0))
      subscription: refuses
      value: then idle, 1 ready, demand max(0)
      twoValues: then idle, 2 ready, demand max(0)
      lastValues: releases, then idle, 2 ready, demand max(0), finished pending
      finish: releases
      finishOfAll: ends, finished, releases, then ended, 0 ready, demand max(0)
      failure: ends, failure(failure), releases, then ended, 0 ready, demand max(0)
      stageFailure: ends, failure(own), then ended, 0 ready, demand max(0)
      request: then idle, 0 ready, demand max(1)
      requestUpstream: asks max(7) of all, then idle, 0 ready, demand max(7)
      cancel: ends, then cancelled, 0 ready, demand max(0)
      """
    expectEqual(answers(of: makeState()), expected)
  }

  @Test("While idle with demand, the first value makes its sender the drain thread")
  func idleWithDemand() {
    var state = makeState()
    state.demand = .max(2)
    let expected = """
      (idle, 0 ready, demand max(2))
      subscription: refuses
      value: delivers 8, then delivering, 0 ready, demand max(1)
      twoValues: delivers 8, then delivering, 1 ready, demand max(1)
      lastValues: delivers 8, releases, then delivering, 1 ready, demand max(1), finished pending
      finish: releases
      finishOfAll: ends, finished, releases, then ended, 0 ready, demand max(2)
      failure: ends, failure(failure), releases, then ended, 0 ready, demand max(2)
      stageFailure: ends, failure(own), then ended, 0 ready, demand max(2)
      request: then idle, 0 ready, demand max(3)
      requestUpstream: asks max(7) of all, then idle, 0 ready, demand max(9)
      cancel: ends, then cancelled, 0 ready, demand max(2)
      """
    expectEqual(answers(of: state), expected)
  }

  @Test("While values wait for demand, a request delivers the oldest, and a failure drops them")
  func waiting() {
    var state = makeState()
    _ = state.answer(to: .twoValues)
    let expected = """
      (idle, 2 ready, demand max(0))
      subscription: refuses
      value: then idle, 3 ready, demand max(0)
      twoValues: then idle, 4 ready, demand max(0)
      lastValues: releases, then idle, 4 ready, demand max(0), finished pending
      finish: releases
      finishOfAll: releases
      failure: ends, failure(failure), releases, then ended, 0 ready, demand max(0)
      stageFailure: ends, failure(own), then ended, 0 ready, demand max(0)
      request: delivers 8, then delivering, 1 ready, demand max(0)
      requestUpstream: asks max(7) of all, then idle, 2 ready, demand max(7)
      cancel: ends, then cancelled, 0 ready, demand max(0)
      """
    expectEqual(answers(of: state), expected)
  }

  @Test("While values wait for demand, a failure waits too, if the policy says so")
  func waitingKeepingReady() {
    var state = makeState(KeepsReady.self)
    _ = state.answer(to: .twoValues)
    let expected = """
      (idle, 2 ready, demand max(0))
      subscription: refuses
      value: then idle, 3 ready, demand max(0)
      twoValues: then idle, 4 ready, demand max(0)
      lastValues: releases, then idle, 4 ready, demand max(0), finished pending
      finish: releases
      finishOfAll: releases
      failure: releases, then idle, 2 ready, demand max(0), failure(failure) pending
      stageFailure: then idle, 2 ready, demand max(0), failure(own) pending
      request: delivers 8, then delivering, 1 ready, demand max(0)
      requestUpstream: asks max(7) of all, then idle, 2 ready, demand max(7)
      cancel: ends, then cancelled, 0 ready, demand max(0)
      """
    expectEqual(answers(of: state), expected)
  }

  @Test("While a thread delivers, what arrives is queued for it")
  func delivering() {
    let expected = """
      (delivering, 0 ready, demand max(1))
      subscription: refuses
      value: then delivering, 1 ready, demand max(1)
      twoValues: then delivering, 2 ready, demand max(1)
      lastValues: releases, then delivering, 2 ready, demand max(1), finished pending
      finish: releases
      finishOfAll: releases
      failure: ends, releases, then delivering, 0 ready, demand max(1), failure(failure) pending
      stageFailure: ends, then delivering, 0 ready, demand max(1), failure(own) pending
      request: then delivering, 0 ready, demand max(2)
      requestUpstream: asks max(7) of all, then delivering, 0 ready, demand max(8)
      cancel: ends
      delivered: returns max(1), then idle, 0 ready, demand max(1)
      deliveredTwoMore: asks max(1) of 1, then idle, 0 ready, demand max(3)
      """
    expectEqual(answers(of: makeDelivering()), expected)
  }

  @Test("While a thread delivers and a value is ready, that thread takes the value, and no other does")
  func deliveringWithReady() {
    var state = makeDelivering()
    _ = state.answer(to: .value)
    let expected = """
      (delivering, 1 ready, demand max(1))
      subscription: refuses
      value: then delivering, 2 ready, demand max(1)
      twoValues: then delivering, 3 ready, demand max(1)
      lastValues: releases, then delivering, 3 ready, demand max(1), finished pending
      finish: releases
      finishOfAll: releases
      failure: ends, releases, then delivering, 0 ready, demand max(1), failure(failure) pending
      stageFailure: ends, then delivering, 0 ready, demand max(1), failure(own) pending
      request: then delivering, 1 ready, demand max(2)
      requestUpstream: asks max(7) of all, then delivering, 1 ready, demand max(8)
      cancel: ends, then delivering, 0 ready, demand max(1)
      delivered: delivers 8, returns max(1), then delivering, 0 ready, demand max(0)
      deliveredTwoMore: asks max(1) of 1, delivers 8, then delivering, 0 ready, demand max(2)
      """
    expectEqual(answers(of: state), expected)
  }

  @Test("While a failure waits for the drain thread, only that thread and a cancel change anything")
  func failing() {
    var state = makeDelivering()
    _ = state.answer(to: .failure)
    let expected = """
      (delivering, 0 ready, demand max(1), failure(failure) pending)
      subscription: refuses
      cancel: drops failure(failure), then delivering, 0 ready, demand max(1)
      delivered: failure(failure), then ended, 0 ready, demand max(1)
      deliveredTwoMore: failure(failure), then ended, 0 ready, demand max(1)
      """
    expectEqual(answers(of: state), expected)
  }

  @Test("Cancelled during a delivery, the drain thread finds neither a value nor a completion")
  func cancelledDuringDelivery() {
    var state = makeDelivering()
    _ = state.answer(to: .value)
    _ = state.answer(to: .cancel)
    let expected = """
      (delivering, 0 ready, demand max(1))
      subscription: refuses
      delivered: then cancelled, 0 ready, demand max(1)
      deliveredTwoMore: then cancelled, 0 ready, demand max(1)
      """
    expectEqual(answers(of: state), expected)
  }

  @Test("Once completed, no event counts")
  func completed() {
    var state = makeState()
    _ = state.answer(to: .finishOfAll)
    let expected = """
      (ended, 0 ready, demand max(0))
      subscription: refuses
      cancel: then cancelled, 0 ready, demand max(0)
      """
    expectEqual(answers(of: state), expected)
  }

  // MARK: Values that cannot be delivered now

  @Test("A value goes where the policy says")
  func places() {
    var state = makeState()
    let origin = UpstreamKey(index: 1)
    var replaced: Int?
    func ready() -> [Int] {
      var copy = state.ready
      var values: [Int] = []
      while let (value, _) = copy.popFirst() { values.append(value) }
      return values
    }
    expectEqual(state.offer(1, from: origin, replaced: &replaced), .nothing)
    expectEqual(state.offer(2, from: origin, replaced: &replaced), .nothing)
    expectEqual(ready(), [1, 2])
    expect(replaced == nil)
    state.policy.place = .replaceNewest
    expectEqual(state.offer(3, from: origin, replaced: &replaced), .nothing)
    expectEqual(ready(), [1, 3])
    expectEqual(replaced, 2)
    state.policy.place = .replaceOldest
    expectEqual(state.offer(4, from: origin, replaced: &replaced), .dropped)
    expectEqual(ready(), [3, 4])
    expectEqual(replaced, 1)
    (state.policy.place, replaced) = (.drop, nil)
    expectEqual(state.offer(5, from: origin, replaced: &replaced), .dropped)
    state.policy.place = .overflow
    expectEqual(state.offer(6, from: origin, replaced: &replaced), .overflow)
    expectEqual(ready(), [3, 4])
    expect(replaced == nil)
  }

  @Test("A combined value is made for an active upstream alone, and delivered or kept as any other")
  func combined() {
    var state = State(PlainPolicy())
    let origin = UpstreamKey(index: 1)
    var (replaced, next): (Int?, Int?)
    var isDropped = state.offer(from: origin, replaced: &replaced, next: &next) { _ in
      Issue.record("The upstream is not active.")
      return 0
    }
    expect(!isDropped)
    _ = state.attach(ScriptedSubscription(), from: origin)
    state.demand = .max(1)
    isDropped = state.offer(from: origin, replaced: &replaced, next: &next) { _ in nil }
    expect(next == nil && !isDropped)
    expect(!state.isDelivering)
    isDropped = state.offer(from: origin, replaced: &replaced, next: &next) { _ in 1 }
    expect(next == 1 && !isDropped)
    expect(state.isDelivering)
    next = nil
    isDropped = state.offer(from: origin, replaced: &replaced, next: &next) { _ in 2 }
    expect(next == nil && !isDropped)
    expectEqual(state.ready.count, 1)
  }

  @Test("When no upstream can send any more, the stream ends as the policy says")
  func lastCompletion() {
    var policy = PlainPolicy<DropsReady>()
    policy.failure = TestError("last")
    var state = State(policy)
    for index in 0...1 { _ = state.attach(ScriptedSubscription(), from: UpstreamKey(index: index)) }
    for index in 0...1 {
      var (released, next, action) = (SubscriptionObject?.none, Int?.none, DeliveryAction())
      _ = state.complete(.finished, from: UpstreamKey(index: index), released: &released, next: &next, &action)
      expectEqual(action.completes, (index == 1))
    }
    expectEqual(state.takeCompletion(), .failure(TestError("last")))
  }

  @Test("A failure that the policy has kept is left to be reported, if a cancel or another failure ends the stream")
  func keptFailure() {
    for cancels in [true, false] {
      var state = makeState()
      state.policy.failure = TestError("kept")
      var (next, action) = (Int?.none, DeliveryAction())
      if cancels { _ = state.cancel(&action) } else { _ = state.fail(.failure(TestError("own")), next: &next, &action) }
      expectEqual(state.ended?.unsentFailure as? TestError, TestError("kept"))
      expectEqual(state.takeCompletion(), cancels ? nil : .failure(TestError("own")))
    }
  }

  private typealias DelayingState = DeliveryState<BufferPolicy<Int, MergedFailures<TestError>>>

  /// A state that delays failures, of an operator with one upstream.
  private func makeDelaying() -> DelayingState {
    var state = DelayingState(BufferPolicy(size: 9, overflow: .dropsNewest), delaying: DelayedFailures())
    _ = state.attach(ScriptedSubscription(), from: UpstreamKey())
    return state
  }

  @Test("A delayed failure is the end when the policy is over and the queue is empty")
  func delayedFailure() {
    var state = makeDelaying()
    var (replaced, released, next, action) = (Int?.none, SubscriptionObject?.none, Int?.none, DeliveryAction())
    _ = state.offer(1, from: UpstreamKey(), replaced: &replaced)
    let failure = MergedFailures(TestError("delayed"))
    expect(state.complete(.failure(failure), from: UpstreamKey(), released: &released, next: &next, &action))
    expect(!state.complete(.failure(failure), from: UpstreamKey(), released: &released, next: &next, &action))
    expect(released != nil && !state.hasEnded && !state.hasPending && !action.completes)
    state.request(.max(1), next: &next, &action)
    expectEqual(next, 1)
    var returned = Subscribers.Demand.none
    state.delivered(from: UpstreamKey(), adding: .none, caller: nil, returned: &returned, next: &next, &action)
    expect(action.ends && action.completes)
    expectEqual(state.takeCompletion(), .failure(failure))
    expect(state.ended?.unsentFailure == nil)
  }

  @Test("A delayed failure is left to be reported, once, if a cancel ends the stream")
  func delayedFailureAtCancel() {
    var state = makeDelaying()
    var (next, action) = (Int?.none, DeliveryAction())
    for name in ["one", "other"] { _ = state.fail(.failure(MergedFailures(TestError(name))), next: &next, &action) }
    expect(state.cancel(&action) == nil)
    let kept = state.ended.take()?.unsentFailure as? MergedFailures<TestError>
    expectEqual(kept?.failures.map(\.name), ["one", "other"])
    expect(state.delayed?.take() == nil)
  }

  @Test("An upstream that comes later is not told of the demand that queued values will use up")
  func unclaimedDemand() {
    for (demand, rest) in [(.max(4), .max(2)), (.max(2), .none), (.max(1), .none), (.unlimited, .unlimited)]
      as [(Subscribers.Demand, Subscribers.Demand)]
    {
      var state = State(PlainPolicy())
      _ = state.attach(ScriptedSubscription(), from: UpstreamKey())
      var replaced: Int?
      for value in 1...2 { _ = state.offer(value, from: UpstreamKey(), replaced: &replaced) }
      state.demand = demand
      expectEqual(state.attach(ScriptedSubscription(), from: UpstreamKey(index: 1)), rest)
    }
  }

  // MARK: Upstreams

  @Test("What the policy wants at the end of the drain loop is requested, on any thread that runs the loop")
  func drained() {
    var state = makeDelivering()
    state.demand = .max(5)
    var idle = makeState()
    idle.demand = .max(4)
    expectEqual(state.answer(to: .delivered)?.hasPrefix("delivered: asks max(5) of 0, returns max(1)"), true)
    expectEqual(idle.answer(to: .request)?.hasPrefix("request: asks max(5) of 0"), true)
  }

  @Test("The mirrored word says whether the stream is cancelled")
  func mirror() {
    var state = makeState()
    expectEqual(state.mirror, 0)
    _ = state.answer(to: .cancel)
    expectEqual(state.mirror, State.cancelledBit)
  }

  @Test("What ends is cancelled once, with the values that were ready")
  func takesEndOnce() {
    var state = makeState()
    _ = state.answer(to: .twoValues)
    var action = DeliveryAction()
    _ = state.cancel(&action)
    let (first, second) = (state.ended.take(), state.ended.take())
    expect(first != nil)
    expect(second == nil)
    expect(state.takeReady().isEmpty)
  }

  // MARK: The diagram

  @Test("The diagram of the phases has each change of phase, with what causes it, and no other")
  func diagram() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let page = folder.appending(path: "../../../Sources/StreamOperators/Parts/Delivery/DeliveryPhases.md")
    let drawn = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("-->") && $0.contains(":") }.map { $0.trimmingCharacters(in: .whitespaces) }
    expectEqual(drawn.sorted(), changes().sorted())
  }

  /// The changes of phase that any events cause, each with the events, as a diagram of Mermaid writes them.
  private func changes() -> [String] {
    var causes: [String: Set<String>] = [:]
    var seen: Set<String> = []
    for rule in [true, false] {
      var found = [rule ? State(PlainPolicy()) : State(PlainPolicy(), failsAfterQueue: true)]
      found += found.map { _ in rule ? makeState() : makeKeeping() }
      while let state = found.popLast() {
        guard state.ready.count < 4, state.demand < .max(9), seen.insert("\(rule) \(state.summary)").inserted else {
          continue
        }
        for event in Event.allCases where state.isDelivering || !event.isOfDrainThread {
          var next = state
          _ = next.answer(to: event)
          if next.phase != state.phase {
            causes["\(state.phase) --> \(next.phase)", default: []].insert(event.cause)
          }
          found.append(next)
        }
      }
    }
    return causes.map { "\($0.key) : \($0.value.sorted().joined(separator: ", "))" }
  }

  private func makeKeeping() -> State {
    var state = State(PlainPolicy(), failsAfterQueue: true)
    for index in 0...1 { _ = state.attach(ScriptedSubscription(), from: UpstreamKey(index: index)) }
    return state
  }
}

extension Event {
  fileprivate var isOfDrainThread: Bool { self == .delivered || self == .deliveredTwoMore }

  /// What the diagram calls it.
  fileprivate var cause: String {
    switch self {
    case .subscription: "subscription"
    case .value, .twoValues, .lastValues: "value"
    case .finish, .finishOfAll: "last finish"
    case .failure, .stageFailure: "failure"
    case .request, .requestUpstream, .drain: "request"
    case .cancel: "cancel"
    case .delivered, .deliveredTwoMore: "delivered"
    }
  }
}
