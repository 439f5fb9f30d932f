internal import StreamCore

/// Plays the parts of upstream and downstream to a specimen, and notes what it does against the rules.
struct ContractProbe {
  let specimen: ContractSpecimen
  let patience: Int
  var violations: [String] = []

  init(specimen: ContractSpecimen, patience: Int) {
    self.specimen = specimen
    self.patience = patience
  }

  mutating func expect(_ isKept: Bool, _ violation: @autoclosure () -> String) {
    if !isKept { violations.append(violation()) }
  }

  func attach<P: Publisher<Int, TestError>>(to upstream: P, _ script: Script = Script()) -> any SignalRecorder {
    specimen.makePipeline(upstream.eraseToAnyPublisher(), ReleaseToken()).attach(script)
  }

  /// A source that keeps the rules, and delivers as it is asked.
  func numbers(_ count: Int = 20) -> Publishers.Sequence<ClosedRange<Int>, TestError> {
    // From above the poison on, and without the zero of a count.
    Publishers.Sequence(sequence: 101...(100 + count))
  }

  /// Sends what a source sends in its life, as long as anybody listens.
  func play(
    _ upstream: ScriptedPublisher<Int, TestError>, then completion: Subscribers.Completion<TestError>? = .finished
  ) {
    for value in 101...120 where upstream.subscriberCount > 0 { upstream.send(value) }
    if let completion { upstream.send(completion: completion) }
  }
}

// MARK: Subscription and demand

extension ContractProbe {
  mutating func subscriptionFirst() {
    let recorder = attach(to: numbers())
    expect(recorder.beginsWithSubscription, "The first signal is no subscription.")
    expect(recorder.subscriptions.count == 1, "\(recorder.subscriptions.count) subscriptions came.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
  }

  mutating func secondSubscription() {
    let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
    let recorder = attach(to: upstream)
    let before = upstream.cancelCount
    upstream.sendSubscription(description: "Second")
    let cancels = upstream.cancelCount - before
    if specimen.traits.contains(.stateless) {
      expect(recorder.subscriptions.count == 2 && cancels == 0, "The second subscription was not passed on.")
    } else {
      expect(recorder.subscriptions.count == 1, "A second subscription reached downstream.")
      expect(cancels == 1, "The second subscription was cancelled \(cancels) times.")
    }
  }

  mutating func demandIsKept() {
    let recorder = attach(to: numbers(), Script(demand: .none))
    expect(recorder.describedValues.isEmpty, "Values came without demand.")
    for requested in 1...3 where recorder.completionCount == 0 {
      recorder.request(.max(1))
      expect(
        recorder.describedValues.count <= requested,
        "\(recorder.describedValues.count) values came where \(requested) were asked for.")
    }
    if recorder.completionCount == 0 { recorder.request(.unlimited) }
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
  }

  mutating func demandPatternsAgree() {
    guard !specimen.traits.contains(.pacedByDemand) else { return }
    let expected = attach(to: numbers()).describedValues.sorted()

    let returning = attach(to: numbers(), Script(demand: .max(1), onValue: { .max(1) }))
    expect(returning.describedValues.sorted() == expected, "Returned demand: \(returning.describedValues)")

    let later = attach(to: numbers(), Script(demand: .none))
    for _ in 0...(expected.count + 1) where later.completionCount == 0 { later.request(.max(1)) }
    expect(later.describedValues.sorted() == expected, "One at a time: \(later.describedValues)")

    let more = attach(to: numbers(), Script(demand: .max(2), onValue: { .max(3) }))
    expect(more.describedValues.sorted() == expected, "Growing demand: \(more.describedValues)")
  }

  mutating func hugeDemands() {
    let recorder = attach(to: numbers(), Script(demand: .max(.max), onValue: { .max(.max) }))
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")

    let upstream = ScriptedPublisher<Int, TestError>()
    let second = attach(to: upstream, Script(demand: .max(.max)))
    second.request(.max(.max - 1))
    second.request(.unlimited)
    second.request(.max(1))
    play(upstream)
    expect(second.completionCount == 1, "After several requests: \(second.completionCount) completions came.")
  }

  mutating func requestInsideReceive() {
    // A value that comes inside another is an overlap at once; so many are there to find a value lost now and then.
    let count = 2_000
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = attach(
      to: numbers(count),
      Script(
        demand: .max(1), onSubscription: { subscription.value = $0 },
        onValue: {
          subscription.value?.request(.max(1))
          return .none
        }))
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
    if !specimen.traits.contains(.pacedByDemand) {
      let expected = attach(to: numbers(count)).describedValues.count
      expect(
        recorder.describedValues.count == expected, "\(recorder.describedValues.count) values of \(expected) came.")
    }
  }
}

// MARK: Requests for no values

extension ContractProbe {
  mutating func requestNone() {
    requestNoneReachesUpstream()
    requestNoneBringsNothing()
    requestNoneInsideReceive()
  }

  /// What upstream hears: no more than without the request, but for that of a stage without state.
  private mutating func requestNoneReachesUpstream() {
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
    let requests = upstream.requests.filter { $0 != .demand(.none) }
    recorder.request(.none)
    expect(upstream.requests.filter { $0 != .demand(.none) } == requests, "Upstream heard of it after the end.")
  }

  /// What downstream gets: nothing by the request, neither before other demand nor between values nor after the end.
  private mutating func requestNoneBringsNothing() {
    let recorder = attach(to: numbers(), Script(demand: .none))
    for _ in 1...3 {
      let (values, completions) = (recorder.describedValues.count, recorder.completionCount)
      recorder.request(.none)
      expect(recorder.describedValues.count == values, "A value came by a request for none.")
      expect(recorder.completionCount == completions, "A completion came by a request for no values.")
      if recorder.completionCount == 0 { recorder.request(.max(1)) }
    }
    if recorder.completionCount == 0 { recorder.request(.unlimited) }
    let values = recorder.describedValues.count
    recorder.request(.none)
    expect(recorder.describedValues.count == values, "A value came after the end.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")

    let cancelled = attach(to: numbers(), Script(demand: .none))
    let (before, completions) = (cancelled.describedValues.count, cancelled.completionCount)
    cancelled.cancel()
    cancelled.request(.none)
    expect(
      cancelled.describedValues.count == before && cancelled.completionCount == completions,
      "A signal came after the cancel.")
  }

  private mutating func requestNoneInsideReceive() {
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = attach(
      to: numbers(),
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
          // Once: a request that brings another completion would not end.
          subscription.update { $0.take() }?.request(.none)
        }))
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
    if !specimen.traits.contains(.pacedByDemand) {
      let expected = attach(to: numbers(), Script(demand: .max(1), onValue: { .max(1) })).describedValues
      expect(recorder.describedValues == expected, "\(recorder.describedValues) came in place of \(expected).")
    }
  }
}

// MARK: The end

extension ContractProbe {
  mutating func signalsOutOfOrder() {
    let upstream = ScriptedPublisher<Int, TestError>(sendsSubscription: false, letsGo: false)
    let recorder = attach(to: upstream)
    let initial = (values: recorder.describedValues.count, completions: recorder.completionCount)
    upstream.send(101)
    upstream.send(completion: .finished)
    if !specimen.traits.contains(.stateless) {
      expect(recorder.describedValues.count == initial.values, "A value before the subscription was passed on.")
      expect(recorder.completionCount == initial.completions, "A completion before the subscription was passed on.")
    }
    upstream.sendSubscription()
    upstream.send(102)
    upstream.send(completion: .finished)
    let values = recorder.describedValues.count
    upstream.send(103)
    upstream.send(completion: .finished)
    if specimen.onFailure != .traps { upstream.send(completion: .failure(TestError())) }
    if specimen.traits.contains(.stateless) {
      expect(recorder.completionCount > 1, "A stage without state kept a completion back.")
    } else {
      expect(recorder.subscriptions.count == 1, "\(recorder.subscriptions.count) subscriptions came.")
      expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
      expect(recorder.describedValues.count == values, "A value after the completion was passed on.")
    }
  }

  mutating func requestAfterEnd() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    play(upstream)
    let values = recorder.describedValues.count
    recorder.request(.max(1))
    recorder.request(.unlimited)
    expect(recorder.describedValues.count == values, "Values came after the end.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
  }

  mutating func cancelInsideSubscription() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream, Script(onSubscription: { $0.cancel() }))
    play(upstream)
    expect(recorder.describedValues.isEmpty, "Values came after the cancel.")
    expect(recorder.completionCount == 0, "A completion came after the cancel.")
    expect(upstream.subscriberCount == 0, "Upstream was not cancelled.")
    expect(upstream.cancelCount <= 1, "Upstream was cancelled \(upstream.cancelCount) times.")
    // A stage without state leaves it to the upstream's subscription to ignore what comes later.
    guard !specimen.traits.contains(.stateless) else { return }
    if let cancel = upstream.requests.firstIndex(of: .cancel) {
      expect(cancel == upstream.requests.count - 1, "Upstream was asked for more after the cancel.")
    }
  }

  mutating func cancelInsideValue() {
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
    play(upstream)
    let values = recorder.describedValues.count
    expect(values <= 1, "\(values) values came, though the first was answered by a cancel.")
    if values == 1 { expect(recorder.completionCount == 0, "A completion came after the cancel.") }
    expect(upstream.subscriberCount == 0, "Upstream was not cancelled.")
    expect(upstream.cancelCount <= 1, "Upstream was cancelled \(upstream.cancelCount) times.")
  }

  mutating func cancelTwice() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    upstream.send(101)
    recorder.cancel()
    recorder.cancel()
    let passesOn = specimen.traits.contains(.stateless)
    expect(upstream.cancelCount == (passesOn ? 2 : 1), "Upstream was cancelled \(upstream.cancelCount) times.")

    let finished = ScriptedPublisher<Int, TestError>()
    let second = attach(to: finished)
    play(finished)
    let cancelCount = finished.cancelCount
    second.cancel()
    expect(passesOn || finished.cancelCount == cancelCount, "Upstream was cancelled after the end.")
    expect(second.completionCount == 1, "\(second.completionCount) completions came.")
  }

  mutating func failure() {
    guard specimen.onFailure != .traps else { return }
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    upstream.send(101)
    upstream.send(completion: .failure(TestError()))
    switch specimen.onFailure {
    case .passesOn:
      expect(recorder.hasFailed || recorder.isFinished, "The failure was lost.")
      // An early end comes before the failure, and then upstream has been cancelled.
      expect(recorder.hasFailed || upstream.isCancelled, "The failure became an end.")
    case .recovers: expect(!recorder.hasFailed, "The failure was passed on.")
    case .traps: break
    }
  }

  mutating func thrownError() {
    let method = specimen.method
    guard method.hasPrefix("try") else { return }
    let upstream = ScriptedPublisher<Int, TestError>()
    let recorder = attach(to: upstream)
    // Operators that compare need a value before.
    upstream.send(101)
    guard recorder.completionCount == 0 else { return violations.append("The specimen ends before it can throw.") }
    upstream.send(ContractSpecimen.poison)
    if specimen.onFailure == .recovers {
      // What throws is not asked before upstream fails.
      upstream.send(completion: .failure(TestError("poison")))
      expect(upstream.cancelCount == 0, "Upstream was cancelled after its end.")
    } else {
      expect(upstream.cancelCount == 1, "Upstream was cancelled \(upstream.cancelCount) times.")
    }
    expect(recorder.hasFailed, "No failure came.")
    let values = recorder.describedValues.count
    upstream.send(102)
    expect(recorder.describedValues.count == values && recorder.completionCount == 1, "Signals came after the failure.")
  }
}

// MARK: What is held

extension ContractProbe {
  mutating func noLockHeld() {
    let upstream = ScriptedPublisher<Int, TestError>()
    let subscription = Box<(any Subscription)?>(nil)
    let stuck = Box<[String]>([])
    // From another thread: a lock that this one holds would be in its way.
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
          elsewhere("receive(_:)") { subscription.value?.request(.max(1)) }
          return .max(1)
        },
        onCompletion: { elsewhere("receive(completion:)") { subscription.value?.cancel() } }))
    play(upstream)
    expect(stuck.value.isEmpty, "A lock was held during \(stuck.value).")
    expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
  }

  mutating func release() {
    var endings: [(String, @Sendable (PassthroughSubject<Int, TestError>, (any Subscription)?) -> Void)] = [
      ("a finish", { source, _ in source.send(completion: .finished) }),
      ("a cancel", { _, subscription in subscription?.cancel() }),
    ]
    if specimen.onFailure != .traps {
      endings.append(("a failure", { source, _ in source.send(completion: .failure(TestError())) }))
    }
    for (name, end) in endings {
      let source = PassthroughSubject<Int, TestError>()
      weak var token: ReleaseToken?
      weak var downstream: (any SignalRecorder)?
      var subscription: (any Subscription)?
      do {
        let newReleaseToken = ReleaseToken()
        token = newReleaseToken
        let recorder = specimen.makePipeline(source.eraseToAnyPublisher(), newReleaseToken).attach(Script())
        downstream = recorder
        subscription = recorder.subscription
      }
      for value in 101...103 { source.send(value) }
      end(source, subscription)
      expect(token == nil, "A closure lives on after \(name).")
      expect(downstream == nil, "Downstream lives on after \(name).")
      withExtendedLifetime((source, subscription)) {}
    }
  }

  mutating func upstreamRelease() {
    // A stage without state hands the upstream's subscription on, and holds none.
    guard !specimen.traits.contains(.stateless) else { return }
    for isCancelled in [false, true] {
      let upstream = ScriptedPublisher<Int, TestError>()
      let recorder = attach(to: upstream)
      upstream.send(101)
      if isCancelled { recorder.cancel() } else { play(upstream) }
      expect(
        upstream.livingSubscriptionCount == 0,
        "The upstream's subscription lives on after a \(isCancelled ? "cancel" : "completion").")
      withExtendedLifetime(recorder) {}
    }
  }

  mutating func independence() {
    guard !specimen.traits.contains(.shares) else { return }
    func values(besideAnother: Bool) -> [String] {
      let source = PassthroughSubject<Int, TestError>()
      let pipeline = specimen.makePipeline(source.eraseToAnyPublisher(), ReleaseToken())
      let other = besideAnother ? pipeline.attach(Script()) : nil
      for value in 98...99 { source.send(value) }
      let recorder = pipeline.attach(Script())
      for value in 101...102 { source.send(value) }
      other?.cancel()
      let otherCompletions = other?.completionCount
      for value in 103...106 { source.send(value) }
      source.send(completion: .finished)
      return recorder.describedValues
        + (other?.completionCount == otherCompletions ? [] : ["A completion came after the cancel."])
    }
    let alone = values(besideAnother: false)
    let together = values(besideAnother: true)
    expect(alone == together, "Alone \(alone), beside another \(together).")
  }
}
