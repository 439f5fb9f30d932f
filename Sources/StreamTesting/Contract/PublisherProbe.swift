internal import StreamCore

/// Plays the part of downstream to a publisher, and notes what it does against the rules.
///
/// Nothing is known of what it sends, and on which thread: of a publisher that has not said all when a call returns, each
/// check waits until it has, or for an interval.
struct PublisherProbe {
  /// How many values are asked for at most: a publisher may be endless.
  static let sampleSize = 20

  let makePipeline: () -> Pipeline
  let patience: Int
  let interval: Double
  let traits: ContractSpecimen.Traits

  /// Whether the publisher says all that it is asked for before the request returns.
  let isPrompt: Bool

  private var found: [String] = []

  init(
    patience: Int, interval: Double, traits: ContractSpecimen.Traits, makePipeline: @escaping () -> Pipeline
  ) {
    self.patience = patience
    self.interval = interval
    self.traits = traits
    self.makePipeline = makePipeline
    let first = makePipeline().attach(Script(demand: .max(Self.sampleSize)))
    isPrompt = first.hasSaidAll
    first.cancel()
  }

  /// The checks that need no upstream and call nothing from inside a signal.
  private static let plainRules: [ContractRule] = [
    .subscriptionFirst, .demandIsKept, .demandPatternsAgree, .hugeDemands, .requestAfterEnd, .cancelTwice, .release,
    .independence,
  ]

  /// The checks that call the publisher from inside a signal of its own.
  private static let reentrantRules: [ContractRule] = [
    .requestInsideReceive, .cancelInsideSubscription, .cancelInsideValue,
  ]

  /// Tries the publisher.
  ///
  /// - Returns: What it does against each rule.
  func violations() -> [(ContractRule, [String])] {
    let locked = violations(of: .noLockHeld)
    // A publisher that calls out with a lock held would be stuck at what calls it from inside.
    let rules = Self.plainRules + (locked.isEmpty ? Self.reentrantRules : [])
    let found = rules.map { ($0, violations(of: $0)) } + [(.noLockHeld, locked)]
    return found.sorted { $0.0.number < $1.0.number }
  }

  private func violations(of rule: ContractRule) -> [String] {
    var probe = self
    switch rule {
    case .subscriptionFirst: probe.subscriptionFirst()
    case .demandIsKept: probe.demandIsKept()
    case .demandPatternsAgree: probe.demandPatternsAgree()
    case .hugeDemands: probe.hugeDemands()
    case .requestInsideReceive: probe.requestInsideReceive()
    case .requestAfterEnd: probe.requestAfterEnd()
    case .cancelInsideSubscription: probe.cancelInsideSubscription()
    case .cancelInsideValue: probe.cancelInsideValue()
    case .cancelTwice: probe.cancelTwice()
    case .noLockHeld: probe.noLockHeld()
    case .release: probe.release()
    case .independence: probe.independence()
    case .secondSubscription, .signalsOutOfOrder, .upstreamRelease, .failure, .thrownError: break
    }
    return probe.found
  }

  private mutating func expect(_ isKept: Bool, _ violation: @autoclosure () -> String) {
    if !isKept { found.append(violation()) }
  }

  private func attach(_ script: Script) -> any SignalRecorder { makePipeline().attach(script) }

  /// Returns when a condition holds, or the interval is over.
  private func settle(until isDone: () -> Bool = { false }) {
    guard !isPrompt else { return }
    let end = ContinuousClock.now + .seconds(interval)
    while !isDone(), .now < end { _ = Gate().wait(until: min(end, .now + .milliseconds(1))) }
  }

  /// A sample of the publisher's values.
  private func sample(_ script: Script = Script(demand: .max(sampleSize))) -> any SignalRecorder {
    let recorder = attach(script)
    settle { recorder.hasSaidAll }
    return recorder
  }
}

extension SignalRecorder {
  /// Whether the completion came, or as many values as the probe asks for.
  fileprivate var hasSaidAll: Bool {
    completionCount > 0 || describedValues.count >= PublisherProbe.sampleSize
  }
}

// MARK: The checks

extension PublisherProbe {
  private mutating func subscriptionFirst() {
    let recorder = sample()
    settle { recorder.subscriptions.count > 1 }
    expect(recorder.beginsWithSubscription, "The first signal is no subscription.")
    expect(recorder.subscriptions.count == 1, "\(recorder.subscriptions.count) subscriptions came.")
    expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
    recorder.cancel()
  }

  private mutating func demandIsKept() {
    let recorder = attach(Script(demand: .none))
    settle { !recorder.describedValues.isEmpty }
    expect(recorder.describedValues.isEmpty, "Values came without demand.")
    for requested in 1...3 where recorder.completionCount == 0 {
      recorder.request(.max(1))
      settle { recorder.describedValues.count >= requested || recorder.completionCount > 0 }
      let count = recorder.describedValues.count
      expect(count <= requested, "\(count) values came where \(requested) were asked for.")
    }
    recorder.cancel()
  }

  private mutating func demandPatternsAgree() {
    // Two runs are compared, of which each must be the same.
    guard traits.isDisjoint(with: [.shares, .pacedByDemand]) else { return }
    let expected = sample()
    expected.cancel()
    let values = expected.describedValues
    let count = values.count

    let returning = sample(Script(demand: .max(1), onValue: { .max(1) }, limit: Self.sampleSize))
    expect(Array(returning.describedValues.prefix(count)) == values, "Returned demand: \(returning.describedValues)")
    returning.cancel()

    let later = attach(Script(demand: .none))
    for asked in 1...Self.sampleSize where later.completionCount == 0 {
      later.request(.max(1))
      if asked <= count { settle { later.describedValues.count >= asked || later.completionCount > 0 } }
    }
    expect(later.describedValues == values, "One at a time: \(later.describedValues), all at once: \(values)")
    later.cancel()
  }

  private mutating func hugeDemands() {
    let recorder = sample(
      Script(demand: .max(.max - 1), onValue: { .max(.max) }, limit: Self.sampleSize))
    if recorder.completionCount == 0, recorder.describedValues.count < Self.sampleSize {
      recorder.request(.max(.max))
      recorder.request(.unlimited)
    }
    expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
    let ordinary = sample()
    expect(
      !traits.isDisjoint(with: [.shares, .pacedByDemand])
        || recorder.describedValues.count >= ordinary.describedValues.count,
      "\(recorder.describedValues.count) values came, where a demand of \(Self.sampleSize) brought "
        + "\(ordinary.describedValues.count).")
    recorder.cancel()
    ordinary.cancel()
  }

  private mutating func requestInsideReceive() {
    let subscription = Box<(any Subscription)?>(nil)
    let depth = Box(0)
    let deepest = Box(0)
    let recorder = sample(
      Script(
        demand: .max(1), onSubscription: { subscription.value = $0 },
        onValue: {
          let now = depth.increment()
          deepest.update { $0 = max($0, now) }
          subscription.value?.request(.max(1))
          depth.update { $0 -= 1 }
          return .none
        }, limit: Self.sampleSize))
    expect(deepest.value <= 1, "A value came before the request for it had returned, \(deepest.value) deep.")
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
    expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
    recorder.cancel()
    subscription.value = nil
  }

  private mutating func requestAfterEnd() {
    let recorder = sample()
    guard recorder.completionCount > 0 else { return recorder.cancel() }
    let values = recorder.describedValues.count
    recorder.request(.max(1))
    recorder.request(.unlimited)
    settle { recorder.completionCount > 1 || recorder.describedValues.count > values }
    expect(recorder.describedValues.count == values, "Values came after the end.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
  }

  private mutating func cancelInsideSubscription() {
    let recorder = attach(Script(demand: .max(Self.sampleSize), onSubscription: { $0.cancel() }))
    settle { recorder.completionCount > 0 }
    expect(recorder.describedValues.isEmpty, "Values came after the cancel.")
    expect(recorder.completionCount == 0, "A completion came after the cancel.")
  }

  private mutating func cancelInsideValue() {
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = attach(
      Script(
        demand: .max(Self.sampleSize), onSubscription: { subscription.value = $0 },
        onValue: {
          subscription.value?.cancel()
          return .max(1)
        }))
    settle { recorder.completionCount > 0 || recorder.describedValues.count > 1 }
    let values = recorder.describedValues.count
    expect(values <= 1, "\(values) values came, though the first was answered by a cancel.")
    if values == 1 { expect(recorder.completionCount == 0, "A completion came after the cancel.") }
    subscription.value = nil
  }

  private mutating func cancelTwice() {
    let recorder = sample(Script(demand: .max(1)))
    let isEnded = recorder.completionCount > 0
    recorder.cancel()
    recorder.cancel()
    let values = recorder.describedValues.count
    recorder.request(.max(1))
    settle { recorder.describedValues.count > values + 1 || recorder.completionCount > 0 && !isEnded }
    expect(recorder.describedValues.count <= values + (isPrompt ? 0 : 1), "Values came after the cancel.")
    expect(isEnded || recorder.completionCount == 0, "A completion came after the cancel.")
    let ended = sample()
    let completions = ended.completionCount
    ended.cancel()
    ended.cancel()
    expect(ended.completionCount == completions, "A cancel brought a completion.")
  }

  private mutating func noLockHeld() {
    let subscription = Box<(any Subscription)?>(nil)
    let stuck = Box<[String]>([])
    // From another thread: a lock that this one holds would be in its way.
    let elsewhere: @Sendable (String, @escaping @Sendable () -> Void) -> Void = { [patience] place, body in
      if !returnsElsewhere(within: patience, body) { stuck.update { $0.append(place) } }
    }
    let recorder = sample(
      Script(
        demand: .max(1),
        onSubscription: { new in
          subscription.value = new
          elsewhere("receive(subscription:)") { subscription.value?.request(.max(1)) }
        },
        onValue: {
          if stuck.value.isEmpty { elsewhere("receive(_:)") { subscription.value?.request(.max(1)) } }
          return .none
        },
        onCompletion: { elsewhere("receive(completion:)") { subscription.value?.cancel() } }, limit: Self.sampleSize))
    expect(stuck.value.isEmpty, "A lock was held during \(stuck.value).")
    recorder.cancel()
    subscription.value = nil
  }

  private mutating func release() {
    for isCancelled in [false, true] {
      weak var downstream: (any SignalRecorder)?
      var subscription: (any Subscription)?
      var hasEnded = true
      do {
        let recorder = sample(Script(demand: .max(isCancelled ? 1 : Self.sampleSize)))
        downstream = recorder
        subscription = recorder.subscription
        hasEnded = recorder.completionCount > 0
      }
      if isCancelled { subscription?.cancel() }
      defer { subscription?.cancel() }
      guard hasEnded || isCancelled else { continue }
      settle { downstream == nil }
      expect(
        downstream == nil,
        "Downstream lives on after \(isCancelled ? "a cancel" : "the end"), held by its subscription or the publisher.")
    }
  }

  private mutating func independence() {
    // Two runs are compared, of which each must be the same.
    guard traits.isDisjoint(with: [.shares, .pacedByDemand]) else { return }
    let publisher = makePipeline()
    let alone = sample()
    alone.cancel()
    let one = publisher.attach(Script(demand: .max(1)))
    let other = publisher.attach(Script(demand: .max(Self.sampleSize)))
    settle { other.hasSaidAll }
    one.cancel()
    settle { other.hasSaidAll }
    expect(
      other.describedValues == alone.describedValues,
      "Alone \(alone.describedValues), beside another \(other.describedValues).")
    other.cancel()
  }
}
