internal import StreamCore

/// Acts as upstream and downstream of a specimen, and records its violations of the rules.
///
/// An operator that delivers on a queue may still be working when a call returns. `expect` waits for signals that are
/// due; call `settle()` before checking that a signal did not arrive, or before taking a count to compare with later.
struct ContractProbe {
  let specimen: ContractSpecimen
  let patience: Int
  let pace: ContractPace
  private let found = Box<[String]>([])
  private let recorders = Recorders()

  init(specimen: ContractSpecimen, patience: Int, pace: ContractPace) {
    self.specimen = specimen
    self.patience = patience
    self.pace = pace
  }

  func expect(_ isKept: @autoclosure () -> Bool, _ violation: @autoclosure () -> String) {
    if isKept() { return }
    if !settle(until: { isKept() }) { note(violation()) }
  }

  private func note(_ violation: String) {
    found.update { $0.append(violation) }
  }

  /// The violations found so far.
  var violations: [String] { found.value }

  /// Waits until a condition holds and the specimen is silent; returns immediately for an operator that delivers
  /// synchronously.
  ///
  /// - Parameter isDone: A condition that must hold eventually.
  /// - Returns: Whether it holds.
  @discardableResult
  func settle(until isDone: () -> Bool = { true }) -> Bool {
    let holds = pace.settle({ recorders.signalCount }, isPatient: !recorders.haveKeptWaiting.value, until: isDone)
    // Wait the full time only once: ten missing signals must not make a check ten times as slow.
    if !holds { recorders.haveKeptWaiting.value = true }
    return holds
  }

  func attach<P: Publisher<Int, TestError>>(to upstream: P, _ script: Script = Script()) -> any SignalRecorder {
    let recorder = attach(specimen.makePipeline(upstream.eraseToAnyPublisher(), ReleaseToken()), script)
    // A value sent before the operator has subscribed upstream would be lost.
    if !pace.isPrompt, let upstream = upstream as? ScriptedPublisher<Int, TestError> {
      settle { upstream.subscriberCount > 0 }
    }
    return recorder
  }

  private func attach(_ pipeline: Pipeline, _ script: Script = Script()) -> any SignalRecorder {
    let recorder = pipeline.attach(script)
    recorders.add(recorder)
    // A request or a value before the subscription would be lost.
    if recorder.subscription == nil { settle { recorder.subscription != nil } }
    return recorder
  }

  /// Runs a well-behaved source through the operator and returns its recorder.
  private func outcome(ofNumbers count: Int = 20, _ script: Script = Script()) -> any SignalRecorder {
    let recorder = attach(to: Self.numbers(count), script)
    settle { recorder.completionCount > 0 }
    return recorder
  }

  /// A well-behaved source that honours demand.
  static func numbers(_ count: Int = 20) -> Publishers.Sequence<ClosedRange<Int>, TestError> {
    // Values above the poison, and a bound that is valid for a count of zero.
    Publishers.Sequence(sequence: 101...(100 + count))
  }

  /// Sends the signals of one source's lifetime, as long as it has subscribers.
  func play(
    _ upstream: ScriptedPublisher<Int, TestError>, then completion: Subscribers.Completion<TestError>? = .finished
  ) {
    for value in 101...120 where upstream.subscriberCount > 0 { upstream.send(value) }
    if let completion { upstream.send(completion: completion) }
  }
}

/// The recorders of a check, held weakly, so that observing them does not retain them.
private final class Recorders: Sendable {
  private struct Weak: Sendable {
    weak var recorder: (any SignalRecorder)?
  }

  private let recorders = Box<[Weak]>([])

  /// Whether a due signal failed to arrive.
  let haveKeptWaiting = Box(false)

  func add(_ recorder: any SignalRecorder) {
    recorders.update { $0.append(Weak(recorder: recorder)) }
  }

  /// How many signals they have received.
  var signalCount: Int { recorders.value.reduce(0) { $0 + ($1.recorder?.signalCount ?? 0) } }
}

// MARK: Subscription and demand

extension ContractProbe {
  func subscriptionFirst() {
    // Concurrent deliveries hardly ever overlap in a subscriber that takes no time.
    var script = Script()
    if !pace.isPrompt, pace.time.isReal { script.onValue = { Self.dawdle() } }
    let recorder = outcome(script)
    expect(recorder.beginsWithSubscription, "The first signal is no subscription.")
    expect(recorder.subscriptions.count == 1, "\(recorder.subscriptions.count) subscriptions came.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
  }

  private static func dawdle() -> Subscribers.Demand {
    _ = Gate().wait(until: .now + .milliseconds(1), runningLoop: false)
    return .none
  }

  func secondSubscription() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = attach(to: upstream)
    let before = upstream.cancelCount
    upstream.sendSubscription(description: "Second")
    settle()
    let cancels = upstream.cancelCount - before
    if specimen.traits.contains(.stateless) {
      expect(recorder.subscriptions.count == 2 && cancels == 0, "The second subscription was not passed on.")
    } else {
      expect(recorder.subscriptions.count == 1, "A second subscription reached downstream.")
      expect(cancels == 1, "The second subscription was cancelled \(cancels) times.")
    }
  }

  func demandIsKept() {
    let recorder = attach(to: Self.numbers(), Script(demand: .none))
    settle()
    expect(recorder.describedValues.isEmpty, "Values came without demand.")
    for requested in 1...3 where recorder.completionCount == 0 {
      recorder.request(.max(1))
      settle()
      expect(
        recorder.describedValues.count <= requested,
        "\(recorder.describedValues.count) values came where \(requested) were asked for.")
    }
    if recorder.completionCount == 0 { recorder.request(.unlimited) }
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
  }

  func demandPatternsAgree() {
    guard !specimen.traits.contains(.pacedByDemand) else { return }
    let expected = outcome().describedValues.sorted()

    let returning = outcome(Script(demand: .max(1), onValue: { .max(1) }))
    expect(returning.describedValues.sorted() == expected, "Returned demand: \(returning.describedValues)")

    let later = attach(to: Self.numbers(), Script(demand: .none))
    for _ in 0...(expected.count + 1) where later.completionCount == 0 { later.request(.max(1)) }
    settle { later.completionCount > 0 }
    expect(later.describedValues.sorted() == expected, "One at a time: \(later.describedValues)")

    let more = outcome(Script(demand: .max(2), onValue: { .max(3) }))
    expect(more.describedValues.sorted() == expected, "Growing demand: \(more.describedValues)")
  }

  func hugeDemands() {
    let recorder = outcome(Script(demand: .max(.max), onValue: { .max(.max) }))
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")

    let upstream = ScriptedPublisher<Int, TestError>()
    let second = attach(to: upstream, Script(demand: .max(.max)))
    second.request(.max(.max - 1))
    second.request(.unlimited)
    second.request(.max(1))
    play(upstream)
    settle { second.completionCount > 0 }
    expect(second.completionCount == 1, "After several requests: \(second.completionCount) completions came.")
  }

  func requestInsideReceive() {
    // Many values, because an operator with a race loses only one now and then; fewer where each may cost a real delay.
    let count = pace.isPrompt || !pace.time.isReal ? 2_000 : 50
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = outcome(
      ofNumbers: count,
      Script(
        demand: .max(1), onSubscription: { subscription.value = $0 },
        onValue: {
          subscription.value?.request(.max(1))
          return .none
        }))
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
    if !specimen.traits.contains(.pacedByDemand) {
      let expected = outcome(ofNumbers: count).describedValues.count
      expect(
        recorder.describedValues.count == expected, "\(recorder.describedValues.count) values of \(expected) came.")
    }
  }
}

// MARK: Requests for no values

extension ContractProbe {
  func requestNone() {
    requestNoneReachesUpstream()
    requestNoneBringsNothing()
    requestNoneInsideReceive()
  }

  /// Upstream receives no more demand than without the request, except from a stage without state.
  private func requestNoneReachesUpstream() {
    let plain = ScriptedPublisher<Int, TestError>()
    let upstream = ScriptedPublisher<Int, TestError>()
    let expected = attach(to: plain, Script(demand: .none))
    let recorder = attach(to: upstream, Script(demand: .none, onSubscription: { $0.request(.none) }))
    recorder.request(.none)
    for value in 101...103 where plain.subscriberCount > 0 { plain.send(value) }
    for value in 101...103 where upstream.subscriberCount > 0 {
      upstream.send(value)
      recorder.request(.none)
    }
    settle()
    let nones = upstream.requests.count { $0 == .demand(.none) }
    if !specimen.traits.contains(.stateless) {
      expect(nones == 0, "A stage with state passed a request for no values on.")
    }
    let others = upstream.requests.filter { $0 != .demand(.none) }
    expect(others == plain.requests, "Upstream heard \(others) in place of \(plain.requests).")
    expect(
      recorder.describedValues == expected.describedValues,
      "\(recorder.describedValues) came in place of \(expected.describedValues).")
    expect(recorder.completionCount == expected.completionCount, "\(recorder.completionCount) completions came.")
    upstream.send(completion: .finished)
    recorder.cancel()
    settle()
    let requests = upstream.requests.filter { $0 != .demand(.none) }
    recorder.request(.none)
    settle()
    expect(upstream.requests.filter { $0 != .demand(.none) } == requests, "Upstream heard of it after the end.")
  }

  /// The request delivers nothing: not before other demand, between values, or after completion.
  private func requestNoneBringsNothing() {
    let recorder = attach(to: Self.numbers(), Script(demand: .none))
    for _ in 1...3 {
      settle()
      let (values, completions) = (recorder.describedValues.count, recorder.completionCount)
      recorder.request(.none)
      settle()
      expect(recorder.describedValues.count == values, "A value came by a request for none.")
      expect(recorder.completionCount == completions, "A completion came by a request for no values.")
      if recorder.completionCount == 0 { recorder.request(.max(1)) }
    }
    if recorder.completionCount == 0 { recorder.request(.unlimited) }
    settle { recorder.completionCount > 0 }
    let values = recorder.describedValues.count
    recorder.request(.none)
    settle()
    expect(recorder.describedValues.count == values, "A value came after the end.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")

    let cancelled = attach(to: Self.numbers(), Script(demand: .none))
    settle()
    let (before, completions) = (cancelled.describedValues.count, cancelled.completionCount)
    cancelled.cancel()
    cancelled.request(.none)
    settle()
    expect(
      cancelled.describedValues.count == before && cancelled.completionCount == completions,
      "A signal came after the cancel.")
  }

  private func requestNoneInsideReceive() {
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = outcome(
      Script(
        demand: .max(1),
        onSubscription: {
          subscription.value = $0
          $0.request(.none)
        },
        onValue: {
          subscription.value?.request(.none)
          return .max(1)
        },
        onCompletion: {
          // Only once: a request that triggered another completion would recurse endlessly.
          subscription.update { $0.take() }?.request(.none)
        }))
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
    if !specimen.traits.contains(.pacedByDemand) {
      let expected = outcome(Script(demand: .max(1), onValue: { .max(1) })).describedValues
      expect(recorder.describedValues == expected, "\(recorder.describedValues) came in place of \(expected).")
    }
  }
}

// MARK: The end

extension ContractProbe {
  func signalsOutOfOrder() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = specimen.makePipeline(upstream.eraseToAnyPublisher(), ReleaseToken()).attach(Script())
    recorders.add(recorder)
    settle { upstream.subscriberCount > 0 }
    let initial = (values: recorder.describedValues.count, completions: recorder.completionCount)
    upstream.send(101)
    upstream.send(completion: .finished)
    settle()
    if !specimen.traits.contains(.stateless) {
      expect(recorder.describedValues.count == initial.values, "A value before the subscription was passed on.")
      expect(recorder.completionCount == initial.completions, "A completion before the subscription was passed on.")
    }
    upstream.sendSubscription()
    settle()
    upstream.send(102)
    upstream.send(completion: .finished)
    settle()
    let values = recorder.describedValues.count
    upstream.send(103)
    upstream.send(completion: .finished)
    if specimen.onFailure != .traps { upstream.send(completion: .failure(TestError())) }
    settle()
    if specimen.traits.contains(.stateless) {
      expect(recorder.completionCount > 1, "A stage without state kept a completion back.")
    } else {
      expect(recorder.subscriptions.count == 1, "\(recorder.subscriptions.count) subscriptions came.")
      expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
      expect(recorder.describedValues.count == values, "A value after the completion was passed on.")
    }
  }

  func requestAfterEnd() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    play(upstream)
    settle { recorder.completionCount > 0 }
    let values = recorder.describedValues.count
    recorder.request(.max(1))
    recorder.request(.unlimited)
    settle()
    expect(recorder.describedValues.count == values, "Values came after the end.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
  }

  func cancelInsideSubscription() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let pipeline = specimen.makePipeline(upstream.eraseToAnyPublisher(), ReleaseToken())
    let recorder = attach(pipeline, Script(onSubscription: { $0.cancel() }))
    // The cancel may be issued or forwarded on a queue.
    settle()
    play(upstream)
    settle()
    expect(recorder.describedValues.isEmpty, "Values came after the cancel.")
    expect(recorder.completionCount == 0, "A completion came after the cancel.")
    expect(upstream.subscriberCount == 0, "Upstream was not cancelled.")
    expect(upstream.cancelCount <= 1, "Upstream was cancelled \(upstream.cancelCount) times.")
    // A stage without state relies on the upstream subscription to ignore later calls.
    guard !specimen.traits.contains(.stateless) else { return }
    if let cancel = upstream.requests.firstIndex(of: .cancel) {
      expect(cancel == upstream.requests.count - 1, "Upstream was asked for more after the cancel.")
    }
  }

  func cancelInsideValue() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = attach(
      to: upstream,
      Script(
        onSubscription: { subscription.value = $0 },
        onValue: {
          subscription.value?.cancel()
          return .max(1)
        }))
    play(upstream, then: nil)
    // The cancel is forwarded on a queue: wait for it before the completion, which would hide a missing one.
    settle()
    upstream.send(completion: .finished)
    settle()
    let values = recorder.describedValues.count
    expect(values <= 1, "\(values) values came, though the first was answered by a cancel.")
    if values == 1 { expect(recorder.completionCount == 0, "A completion came after the cancel.") }
    expect(upstream.subscriberCount == 0, "Upstream was not cancelled.")
    expect(upstream.cancelCount <= 1, "Upstream was cancelled \(upstream.cancelCount) times.")
  }

  func cancelTwice() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    for value in 101...(pace.isPrompt ? 101 : 103) { upstream.send(value) }
    recorder.cancel()
    recorder.cancel()
    let received = recorder.describedValues.count
    settle()
    // One value may be in flight if another thread delivers.
    let late = recorder.describedValues.count - received
    expect(late <= (pace.time.isReal ? 1 : 0), "\(late) values came after the cancel.")
    let passesOn = specimen.traits.contains(.stateless)
    expect(upstream.cancelCount == (passesOn ? 2 : 1), "Upstream was cancelled \(upstream.cancelCount) times.")

    let finished = ScriptedPublisher<Int, TestError>()
    let second = attach(to: finished)
    play(finished)
    settle { second.completionCount > 0 }
    let cancelCount = finished.cancelCount
    second.cancel()
    settle()
    expect(passesOn || finished.cancelCount == cancelCount, "Upstream was cancelled after the end.")
    expect(second.completionCount == 1, "\(second.completionCount) completions came.")
  }

  func failure() {
    guard specimen.onFailure != .traps else { return }
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    upstream.send(101)
    upstream.send(completion: .failure(TestError()))
    settle()
    switch specimen.onFailure {
    case .passesOn:
      expect(recorder.hasFailed || recorder.isFinished, "The failure was lost.")
      // A finish before the failure is allowed if the operator cancelled upstream.
      expect(recorder.hasFailed || upstream.isCancelled, "The failure became an end.")
    case .recovers: expect(!recorder.hasFailed, "The failure was passed on.")
    case .traps: break
    }
  }

  func thrownError() {
    let method = specimen.method
    guard method.hasPrefix("try") else { return }
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    // Operators that compare need a previous value.
    upstream.send(101)
    settle()
    guard recorder.completionCount == 0 else { return note("The specimen ends before it can throw.") }
    upstream.send(ContractSpecimen.poison)
    if specimen.traits.contains(.skipsFailures) {
      return expect(recorder.completionCount == 0 && upstream.cancelCount == 0, "An error that is left out was an end.")
    }
    if specimen.onFailure == .recovers {
      // Closures that throw are not called before upstream fails.
      upstream.send(completion: .failure(TestError("poison")))
      expect(upstream.cancelCount == 0, "Upstream was cancelled after its end.")
    } else {
      expect(upstream.cancelCount == 1, "Upstream was cancelled \(upstream.cancelCount) times.")
    }
    expect(recorder.hasFailed, "No failure came.")
    let values = recorder.describedValues.count
    upstream.send(102)
    settle()
    expect(recorder.describedValues.count == values && recorder.completionCount == 1, "Signals came after the failure.")
  }
}

// MARK: What is held

extension ContractProbe {
  func noLockHeld() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let subscription = Box<(any Subscription)?>(nil)
    let stuck = Box<[String]>([])
    // On another thread, which would block on a lock that this one holds.
    let elsewhere: @Sendable (String, @escaping @Sendable () -> Void) -> Void = { [patience] place, body in
      if !returnsElsewhere(within: patience, body) { stuck.update { $0.append(place) } }
    }
    let isFirstRequest = Box(true)
    upstream.onRequest = { _ in
      guard
        isFirstRequest.update({ isFirst in
          defer { isFirst = false }
          return isFirst
        })
      else { return }
      elsewhere("a request of upstream") { subscription.value?.request(.max(1)) }
    }
    let recorder = attach(
      to: upstream,
      Script(
        demand: .max(1),
        onSubscription: { new in
          subscription.value = new
          elsewhere("receive(subscription:)") { subscription.value?.request(.max(1)) }
        },
        onValue: {
          // Only once: each attempt takes the full patience.
          if stuck.value.isEmpty { elsewhere("receive(_:)") { subscription.value?.request(.max(1)) } }
          return .max(1)
        },
        onCompletion: { elsewhere("receive(completion:)") { subscription.value?.cancel() } }))
    play(upstream)
    settle()
    expect(stuck.value.isEmpty, "A lock was held during \(stuck.value).")
    expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
  }

  func release() {
    var endings: [(String, @Sendable (PassthroughSubject<Int, TestError>, (any Subscription)?) -> Void)] = [
      ("a finish", { source, _ in source.send(completion: .finished) }),
      ("a cancel", { _, subscription in subscription?.cancel() }),
    ]
    if specimen.onFailure != .traps {
      endings.append(("a failure", { source, _ in source.send(completion: .failure(TestError())) }))
    }
    for (name, end) in endings {
      let scope = LeakScope()
      scope.running { release(after: name, end) }
      expect(scope.living.isEmpty, "Streams live on after \(name): \(scope.living).")
    }
  }

  private func release(
    after name: String, _ end: @Sendable (PassthroughSubject<Int, TestError>, (any Subscription)?) -> Void
  ) {
    let source = PassthroughSubject<Int, TestError>()
    weak var token: ReleaseToken?
    weak var downstream: (any SignalRecorder)?
    var subscription: (any Subscription)?
    do {
      let newReleaseToken = ReleaseToken()
      token = newReleaseToken
      let recorder = attach(specimen.makePipeline(source.eraseToAnyPublisher(), newReleaseToken))
      settle()
      downstream = recorder
      subscription = recorder.subscription
    }
    for value in 101...103 { source.send(value) }
    end(source, subscription)
    settle { token == nil && downstream == nil }
    expect(token == nil, "A closure lives on after \(name).")
    expect(downstream == nil, "Downstream lives on after \(name).")
    withExtendedLifetime((source, subscription)) {}
  }

  func upstreamRelease() {
    // A stage without state hands the upstream subscription on and retains none.
    guard !specimen.traits.contains(.stateless) else { return }
    for isCancelled in [false, true] {
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder = attach(to: upstream)
      upstream.send(101)
      if isCancelled { recorder.cancel() } else { play(upstream) }
      settle { upstream.livingSubscriptionCount == 0 }
      expect(
        upstream.livingSubscriptionCount == 0,
        "The upstream's subscription lives on after a \(isCancelled ? "cancel" : "completion").")
      withExtendedLifetime(recorder) {}
    }
  }

  func independence() {
    guard !specimen.traits.contains(.shares) else { return }
    // With values close together, the wall clock decides which are kept.
    let isUpToTheClock = !pace.isPrompt && pace.time.isReal && specimen.traits.contains(.pacedByDemand)
    func values(besideAnother: Bool) -> [String] {
      let source = PassthroughSubject<Int, TestError>()
      let pipeline = specimen.makePipeline(source.eraseToAnyPublisher(), ReleaseToken())
      let other = besideAnother ? attach(pipeline) : nil
      settle()
      for value in 98...99 { source.send(value) }
      let recorder = attach(pipeline)
      settle()
      for value in 101...102 { source.send(value) }
      other?.cancel()
      settle()
      let otherCompletions = other?.completionCount
      for value in 103...106 { source.send(value) }
      source.send(completion: .finished)
      settle { recorder.completionCount > 0 }
      if isUpToTheClock { return recorder.completionCount > 0 ? [] : ["No completion came."] }
      return recorder.describedValues
        + (other?.completionCount == otherCompletions ? [] : ["A completion came after the cancel."])
    }
    let alone = values(besideAnother: false)
    let together = values(besideAnother: true)
    expect(alone == together, "Alone \(alone), beside another \(together).")
  }
}
