/// The signals that downstream must receive, by the value model.
package struct Expectation: Hashable, Sendable, CustomStringConvertible {
  /// The signals, with their steps.
  package let signals: [ArrayModel.Timed]

  /// A completion that may follow but need not: no demand is left to trigger it.
  package let possibleEnd: Signal?

  /// Whether the script determines the steps too.
  let isTimed: Bool

  package var description: String {
    let received = signals.map { isTimed ? "\($0.signal) (\($0.step))" : "\($0.signal)" }
    let end = possibleEnd.map { ["perhaps \($0)"] } ?? []
    return "[" + (received + end).joined(separator: ", ") + "]"
  }

  /// Whether downstream received the expected signals.
  package func accepts(_ trace: Trace) -> Bool {
    let received = trace.received
    if isTimed { return received == signals }
    let expected = signals.map(\.signal)
    let signals = received.map(\.signal)
    return signals == expected || (possibleEnd.map { signals == expected + [$0] } ?? false)
  }
}

extension Scenario {
  /// The signals that downstream must receive from any library; `nil` if the script does not determine them: where the
  /// timing of demand decides which values are dropped, chosen or ordered.
  package var expectation: Expectation? {
    guard !needsArrayModel, demand == .unlimited ? !isOvertaken : isPaced else { return nil }
    var model = ValueModel(self)
    guard let signals = model.signals(ofStages: stages.count, from: -1) else { return nil }
    return expectation(signals)
  }

  /// The part of the available signals that downstream's demand admits.
  func expectation(_ all: [ArrayModel.Timed]) -> Expectation {
    let end = all.last.flatMap { $0.signal.isEnd ? $0 : nil }
    let values = end == nil ? all : all.dropLast()
    var result: [ArrayModel.Timed] = []
    var asked = demand
    for step in -1..<timeline.count {
      switch step >= 0 ? timeline[step] : nil {
      case .cancel:
        let mayEnd = result.count == values.count && (all.last?.step ?? step) < step
        return Expectation(
          signals: result, possibleEnd: mayEnd ? end?.signal : nil, isTimed: demand == .unlimited)
      case .request(let amount): asked = asked + amount
      case .emit, nil: break
      }
      while result.count < values.count, values[result.count].step <= step, asked.isMore(than: result.count) {
        let response = result.count < responses.count ? responses[result.count] : Response()
        result.append(.init(step: step, signal: values[result.count].signal))
        if response.cancels { return Expectation(signals: result, possibleEnd: nil, isTimed: demand == .unlimited) }
        asked = asked + response.returned + (response.requested ?? .none)
      }
      if let end, result.count == values.count, end.step <= step, asked.isMore(than: result.count) {
        result.append(.init(step: step, signal: end.signal))
        return Expectation(signals: result, possibleEnd: nil, isTimed: demand == .unlimited)
      }
    }
    return Expectation(
      signals: result, possibleEnd: result.count == values.count ? end?.signal : nil, isTimed: demand == .unlimited)
  }

  /// Whether each source waits for demand, and each stage delivers as many values as requested, independent of the
  /// timing.
  private var isPaced: Bool { isPaced(before: stages.count) }

  /// The same of the first stages.
  func isPaced(before count: Int) -> Bool {
    let emitting = Set(timeline.compactMap { if case .emit(let source, _) = $0 { source } else { nil } })
    let isQuiet = { (index: Int) in !emitting.contains(resolved(index)) }
    guard
      sources.indices.allSatisfy({ index in
        switch sources[index].kind {
        case .passthrough, .currentValue, .extra(.replaySubject), .extra(.passthroughRelay), .extra(.currentValueRelay),
          .extra(.replayRelay):
          false
        // What comes before they are asked for something is lost.
        case .extra(.created), .extra(.handled): isQuiet(index)
        default: true
        }
      })
    else { return false }
    return stages[..<count].enumerated().allSatisfy { index, stage in
      switch stage {
      case .mapping(.flatMap), .combining(.switchToLatest), .combining(.merge), .combining(.combineLatest),
        .filtering(.dropUntilOutput), .filtering(.prefixUntilOutput), .sharing:
        false
      // These are subscribed to when demand has completed another source, and miss earlier values.
      case .combining(.append(let late)), .handling(.catching(let late)), .handling(.tryCatching(let late, _)):
        isQuiet(late)
      case .combining(.prepend), .combining(.prependValues), .handling(.retry): emitting.isEmpty
      // A failure overtakes the buffered values of other inputs.
      case .combining(.zip): !canFail(before: index)
      case .extra(let stage):
        switch stage.pacing {
        case .always: true
        case .never: false
        case .unlessFailing: !canFail(before: index)
        case .unlessEmitting: emitting.isEmpty
        case .ifQuiet(let late): late.allSatisfy(isQuiet)
        case .ifQuietUnlessFailing(let late): late.allSatisfy(isQuiet) && !canFail(before: index)
        }
      default: true
      }
    }
  }

  /// Whether values buffered by a zip may be overtaken by a failure, or dropped by a subject, although downstream's
  /// demand is unlimited: because a stage after the zip requests a few at a time.
  private var isOvertaken: Bool {
    if hasExtras {
      // The inputs of these take turns as they are asked.
      return stages.indices.contains { index in
        stages[index].joins && stages[(index + 1)...].contains(where: \.asksInPortions)
      }
    }
    return stages.indices.contains { index in
      guard case .combining(.zip(let inputs)) = stages[index],
        canFail(before: index) || hasSubject(before: index) || !([0] + inputs).allSatisfy(waits)
      else { return false }
      return stages[(index + 1)...].contains { stage in
        switch stage {
        case .mapping(.flatMap(limit: .some, _)), .sharing(.buffer(_, keepsFull: true, _)): true
        default: false
        }
      }
    }
  }

  private func hasSubject(before stage: Int) -> Bool {
    stages[..<stage].contains { stage in
      switch stage {
      case .sharing(.buffer): false
      case .sharing: true
      default: false
      }
    }
  }

  /// Whether a source, or one of the first stages, may fail.
  func canFail(before stage: Int) -> Bool {
    let faults = timeline.contains { if case .emit(_, .failure) = $0 { true } else { false } }
    return faults || sources.contains(where: \.canFail) || stages[..<stage].contains(where: \.canFail)
  }

  /// The source that is eventually subscribed to.
  private func resolved(_ index: Int) -> Int {
    switch sources[index].kind {
    case .deferred(let source), .extra(.using(let source, _)): resolved(source)
    default: index
    }
  }
}

extension Source {
  fileprivate var canFail: Bool {
    switch kind {
    case .scripted(let lists): lists.joined().contains { if case .failure = $0 { true } else { false } }
    case .fail, .result(.failure), .future(.failure), .record(_, end: .failure): true
    case .extra(let source): source.canFail
    default: false
    }
  }
}

extension Amount {
  fileprivate func isMore(than count: Int) -> Bool {
    if case .max(let amount) = self { amount > count } else { true }
  }
}
