internal import StreamCore

/// Acts as downstream of a publisher, and records its violations of the rules.
///
/// What it sends, and on which thread, is unknown: for a publisher that delivers asynchronously, each check waits for
/// all expected signals, or for an interval.
struct PublisherProbe {
  /// The largest demand: a publisher may be endless.
  static let sampleSize = 20

  let makePipeline: () -> Pipeline
  let patience: Int
  let interval: Double
  let time: ContractSpecimen.Time
  let traits: ContractSpecimen.Traits

  /// Whether the publisher delivers everything requested before the request returns, on the requesting thread.
  private let isPrompt: Bool

  /// Whether it delivers everything in reasonable time, so that a check may use the long wait.
  private let saysAll: Bool

  private var found: [String] = []

  init(
    patience: Int, interval: Double, time: ContractSpecimen.Time, traits: ContractSpecimen.Traits,
    makePipeline: @escaping () -> Pipeline
  ) {
    self.patience = patience
    self.interval = interval
    self.time = time
    self.traits = traits
    self.makePipeline = makePipeline
    let thread = currentThread()
    let isElsewhere = Box(false)
    let note: @Sendable () -> Void = { if currentThread() != thread { isElsewhere.value = true } }
    let script = Script(
      demand: .max(Self.sampleSize),
      onValue: {
        note()
        return .none
      }, onCompletion: note)
    let first = makePipeline().attach(script)
    let saysAllAtOnce = first.hasSaidAll
    Self.wait(seconds: saysAllAtOnce ? 0 : interval * 10, of: time) { first.hasSaidAll }
    saysAll = first.hasSaidAll
    isPrompt = saysAllAtOnce && !isElsewhere.value
    first.cancel()
  }

  /// The checks that need no upstream and make no re-entrant calls.
  private static let plainRules: [ContractRule] = [
    .subscriptionFirst, .demandIsKept, .demandPatternsAgree, .hugeDemands, .requestAfterEnd, .cancelTwice, .release,
    .independence, .requestNone,
  ]

  /// The checks that call the publisher re-entrantly.
  private static let reentrantRules: [ContractRule] = [
    .requestInsideReceive, .cancelInsideSubscription, .cancelInsideValue,
  ]

  /// Checks the publisher.
  ///
  /// - Returns: The violations of each rule.
  func violations() -> [(ContractRule, [String])] {
    let locked = violations(of: .noLockHeld)
    // A publisher that calls out with a lock held would deadlock in a re-entrant call.
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
    case .requestNone: probe.requestNone()
    case .secondSubscription, .signalsOutOfOrder, .upstreamRelease, .failure, .thrownError: break
    }
    return probe.found
  }

  private mutating func expect(_ isKept: Bool, _ violation: @autoclosure () -> String) {
    if !isKept { found.append(violation()) }
  }

  private func attach(_ script: Script) -> any SignalRecorder { makePipeline().attach(script) }

  /// Waits until a condition that must hold eventually does, or the wait is exhausted.
  private func settle(until isDone: () -> Bool) {
    guard !isPrompt else { return }
    Self.wait(seconds: saysAll ? Double(patience) / 1_000 : interval, of: time, until: isDone)
  }

  /// Gives the publisher time to misbehave, unless it delivers synchronously.
  private func watch(for isFaulty: () -> Bool) {
    guard !isPrompt else { return }
    Self.wait(seconds: interval, of: time, until: isFaulty)
  }

  private static func wait(seconds: Double, of time: ContractSpecimen.Time, until isDone: () -> Bool) {
    guard time.isReal else { return time.pass { isDone() } }
    let end = ContinuousClock.now + .seconds(seconds)
    while !isDone(), .now < end { _ = Gate().wait(until: min(end, .now + .milliseconds(1))) }
  }

  /// Whether two runs agree in their common prefix.
  private func agree(_ one: [String], _ other: [String]) -> Bool {
    if saysAll { return one == other }
    let count = min(one.count, other.count)
    return one.prefix(count) == other.prefix(count)
  }

  /// A sample of the publisher's values.
  private func sample(_ script: Script = Script(demand: .max(sampleSize))) -> any SignalRecorder {
    let recorder = attach(script)
    settle { recorder.hasSaidAll }
    return recorder
  }

  /// A recorder that requested one value and received it, or the completion.
  private func first() -> any SignalRecorder {
    let recorder = attach(Script(demand: .max(1)))
    settle { recorder.completionCount > 0 || !recorder.describedValues.isEmpty }
    return recorder
  }
}

extension SignalRecorder {
  /// Whether the completion or the full sample has arrived.
  fileprivate var hasSaidAll: Bool {
    completionCount > 0 || describedValues.count >= PublisherProbe.sampleSize
  }
}

// MARK: The checks

extension PublisherProbe {
  private mutating func subscriptionFirst() {
    let recorder = sample()
    watch { recorder.subscriptions.count > 1 }
    expect(recorder.beginsWithSubscription, "The first signal is no subscription.")
    expect(recorder.subscriptions.count == 1, "\(recorder.subscriptions.count) subscriptions came.")
    expect(recorder.completionCount <= 1, "\(recorder.completionCount) completions came.")
    expect(recorder.overlaps == 0, "\(recorder.overlaps) signals overlapped.")
    recorder.cancel()
  }

  private mutating func demandIsKept() {
    let recorder = attach(Script(demand: .none))
    watch { !recorder.describedValues.isEmpty }
    expect(recorder.describedValues.isEmpty, "Values came without demand.")
    for requested in 1...3 where recorder.completionCount == 0 {
      recorder.request(.max(1))
      settle { recorder.describedValues.count >= requested || recorder.completionCount > 0 }
      watch { recorder.describedValues.count > requested }
      let count = recorder.describedValues.count
      expect(count <= requested, "\(count) values came where \(requested) were asked for.")
    }
    recorder.cancel()
  }

  private mutating func demandPatternsAgree() {
    // Two runs are compared, so each must produce the same values.
    guard traits.isDisjoint(with: [.shares, .pacedByDemand]) else { return }
    let expected = sample()
    expected.cancel()
    let values = expected.describedValues
    let count = values.count

    let returning = sample(Script(demand: .max(1), onValue: { .max(1) }, limit: Self.sampleSize))
    expect(agree(returning.describedValues, values), "Returned demand: \(returning.describedValues)")
    returning.cancel()

    let later = attach(Script(demand: .none))
    for asked in 1...Self.sampleSize where later.completionCount == 0 {
      later.request(.max(1))
      if asked <= count { settle { later.describedValues.count >= asked || later.completionCount > 0 } }
    }
    expect(agree(later.describedValues, values), "One at a time: \(later.describedValues), all at once: \(values)")
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
      !saysAll || !traits.isDisjoint(with: [.shares, .pacedByDemand])
        || recorder.describedValues.count >= ordinary.describedValues.count,
      "\(recorder.describedValues.count) values came, where a demand of \(Self.sampleSize) brought "
        + "\(ordinary.describedValues.count).")
    recorder.cancel()
    ordinary.cancel()
  }

  private mutating func requestInsideReceive() {
    let subscription = Box<(any Subscription)?>(nil)
    let recorder = sample(
      Script(
        demand: .max(1), onSubscription: { subscription.value = $0 },
        onValue: {
          subscription.value?.request(.max(1))
          return .none
        }, limit: Self.sampleSize))
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
    watch { recorder.completionCount > 1 || recorder.describedValues.count > values }
    expect(recorder.describedValues.count == values, "Values came after the end.")
    expect(recorder.completionCount == 1, "\(recorder.completionCount) completions came.")
  }

  private mutating func cancelInsideSubscription() {
    let recorder = attach(Script(demand: .max(Self.sampleSize), onSubscription: { $0.cancel() }))
    watch { recorder.completionCount > 0 }
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
    settle { recorder.completionCount > 0 || !recorder.describedValues.isEmpty }
    watch { recorder.completionCount > 0 || recorder.describedValues.count > 1 }
    let values = recorder.describedValues.count
    expect(values <= 1, "\(values) values came, though the first was answered by a cancel.")
    if values == 1 { expect(recorder.completionCount == 0, "A completion came after the cancel.") }
    subscription.value = nil
  }

  private mutating func cancelTwice() {
    let recorder = first()
    let isEnded = recorder.completionCount > 0
    recorder.cancel()
    recorder.cancel()
    let values = recorder.describedValues.count
    recorder.request(.max(1))
    watch { recorder.describedValues.count > values + 1 || recorder.completionCount > 0 && !isEnded }
    expect(recorder.describedValues.count <= values + (isPrompt ? 0 : 1), "Values came after the cancel.")
    expect(isEnded || recorder.completionCount == 0, "A completion came after the cancel.")
    let ended = sample()
    let completions = ended.completionCount
    ended.cancel()
    ended.cancel()
    expect(ended.completionCount == completions, "A cancel brought a completion.")
  }

  private mutating func requestNone() {
    let recorder = attach(Script(demand: .none, onSubscription: { $0.request(.none) }))
    recorder.request(.none)
    watch { !recorder.describedValues.isEmpty }
    expect(recorder.describedValues.isEmpty, "Values came by a request for none.")
    recorder.request(.max(1))
    settle { recorder.completionCount > 0 || !recorder.describedValues.isEmpty }
    recorder.request(.none)
    watch { recorder.describedValues.count > 1 }
    expect(recorder.describedValues.count <= 1, "\(recorder.describedValues.count) values came where 1 was asked for.")
    recorder.cancel()
    recorder.request(.none)
    let ended = sample()
    let (values, completions) = (ended.describedValues.count, ended.completionCount)
    ended.request(.none)
    watch { ended.describedValues.count > values || ended.completionCount > completions }
    expect(ended.describedValues.count == values, "Values came by a request for none.")
    expect(ended.completionCount == completions, "A completion came by a request for no values.")
    ended.cancel()
  }

  private mutating func noLockHeld() {
    let subscription = Box<(any Subscription)?>(nil)
    let stuck = Box<[String]>([])
    // On another thread, which would block on a lock that this one holds.
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
        let recorder = isCancelled ? first() : sample()
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
    // Two runs are compared, so each must produce the same values.
    guard traits.isDisjoint(with: [.shares, .pacedByDemand]) else { return }
    let publisher = makePipeline()
    let alone = sample()
    alone.cancel()
    let one = publisher.attach(Script(demand: .max(1)))
    settle { one.completionCount > 0 || !one.describedValues.isEmpty }
    let other = publisher.attach(Script(demand: .max(Self.sampleSize)))
    settle { other.hasSaidAll }
    one.cancel()
    expect(
      agree(other.describedValues, alone.describedValues),
      "Alone \(alone.describedValues), beside another \(other.describedValues).")
    other.cancel()
  }
}
