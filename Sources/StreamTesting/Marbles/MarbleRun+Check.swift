extension MarbleRun {
  /// Checks what downstream received, and where the source was cancelled.
  ///
  ///     try marbles("-1-2-3-|") { $0.map { $0 * 10 } }.check("-A-B-C-|")
  ///
  /// Elements of the diagram are those of ``downstream``: an element whose description is one letter or digit stands
  /// for itself, others are `A`, `B`, … in order of first appearance. An element between two ticks is a mismatch: use a
  /// shorter tick. A `^` may mark the subscription, from which ticks count.
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  /// - Throws: The two diagrams, one above the other, if they differ.
  public func check(_ expected: Marbles, upstream: Marbles? = nil) throws(MarbleMismatch) {
    try compare(expected, upstream: upstream, actual: downstream, legend: legend.map { "\($0.name) = \($0.text)" })
  }

  fileprivate func compare(
    _ expected: Marbles, upstream expectedUpstream: Marbles?, actual: Marbles, legend: [String]
  ) throws(MarbleMismatch) {
    let between = timesBetweenTicks
    // Actual ticks count from the subscription, so the mark is optional in a diagram.
    let expected = expected.withoutSubscription
    guard expected == actual, between.isEmpty else {
      throw MarbleMismatch(expected, actual, of: "marbles", notes: legend + between)
    }
    guard let expectedUpstream = expectedUpstream?.withoutSubscription, expectedUpstream != upstream else { return }
    throw MarbleMismatch(expectedUpstream, upstream, of: "marbles upstream", notes: [])
  }

  private var timesBetweenTicks: [String] {
    output.elements.compactMap { time, signal in
      guard !time.sinceZero.magnitude.isMultiple(of: tick.magnitude) else { return nil }
      return "\(signal) came at \(time), between two ticks of \(VirtualTime(tick)) s: make the tick shorter."
    }
  }
}

extension MarbleRun where Output: Equatable {
  /// Checks what downstream received, with names for its values, and where the source was cancelled.
  ///
  ///     try run.check("-a-b-|", values: ["a": 100, "b": 200])
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received; `#` is any failure.
  ///   - values: The value of each element of `expected`.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  /// - Throws: The two diagrams, one above the other, if they differ or an element has no value.
  public func check(
    _ expected: Marbles, values: [Character: Output], upstream: Marbles? = nil
  ) throws(MarbleMismatch) {
    try compare(expected, values: values, upstream: upstream, errorNames: []) { _ in nil }
  }

  /// Checks what downstream received, with values made from the letters of the diagram.
  ///
  ///     try run.check("-A-B-|", value: { "\($0)" })
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received; `#` is any failure.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  ///   - value: Returns the value of an element of `expected`.
  /// - Throws: The two diagrams, one above the other, if they differ.
  public func check(
    _ expected: Marbles, upstream: Marbles? = nil, value: (Character) -> Output
  ) throws(MarbleMismatch) {
    try check(expected, values: expected.elementNames.withValues(value), upstream: upstream)
  }

  fileprivate func compare(
    _ expected: Marbles, values: [Character: Output], upstream: Marbles?, errorNames: [String],
    nameOfFailure: (Failure) -> Marbles.Symbol?
  ) throws(MarbleMismatch) {
    let known = values.sorted { $0.key < $1.key }
    var others = MarbleNames(
      for: output.inputs.map { "\($0)" }, avoiding: Set(values.keys).union(errorNames.compactMap(\.first)))
    let actual = Self.marbles(of: output, cancelledAt: cancellation, each: tick) { signal in
      switch signal {
      case .subscription: nil
      case .input(let input):
        .element(known.first { $0.value == input }?.key ?? others.name(of: "\(input)"))
      case .completion(.finished): .finished
      case .completion(.failure(let failure)): nameOfFailure(failure) ?? .failure
      }
    }
    let used = Set((expected.events + actual.events).map(\.symbol))
    var legend: [String] = []
    for (name, value) in known where used.contains(.element(name)) && "\(name)" != "\(value)" {
      legend.append("\(name) = \(value)")
    }
    legend += errorNames + others.legend.map { "\($0.name) = \($0.text)" }
    for name in expected.elementNames where values[name] == nil && !errorNames.contains(where: { $0.first == name }) {
      throw MarbleMismatch(expected, actual, of: "marbles", notes: legend + ["'\(name)' stands for nothing."])
    }
    try compare(expected, upstream: upstream, actual: actual, legend: legend)
  }
}

extension MarbleRun where Output: Equatable, Failure: Equatable {
  /// Checks what downstream received, with names for its values and errors, and where the source was cancelled.
  ///
  ///     try run.check("-a-x", values: ["a": 100], errors: ["x": ShopError.closed])
  ///
  /// - Parameters:
  ///   - expected: The signals that downstream should have received.
  ///   - values: The value of each element of `expected`.
  ///   - errors: The error of `#`, and of letters that stand for a failure.
  ///   - upstream: The signals that the source should have observed; `nil` to skip that check.
  /// - Throws: The two diagrams, one above the other, if they differ or an element has no value.
  public func check(
    _ expected: Marbles, values: [Character: Output], errors: [Character: Failure], upstream: Marbles? = nil
  ) throws(MarbleMismatch) {
    let known = errors.sorted { $0.key < $1.key }
    let names = known.map { "\($0.key) = \($0.value)" }
    let came = output.completion.flatMap { if case .failure(let failure) = $0 { failure } else { nil } }
    let isKnown = came.map { came in known.contains { $0.value == came } } ?? true
    try compare(
      expected, values: values, upstream: upstream,
      errorNames: names + (isKnown ? [] : came.map { ["? = \($0)"] } ?? [])
    ) { failure in
      guard let name = known.first(where: { $0.value == failure })?.key else { return .element("?") }
      return name == "#" ? .failure : .element(name)
    }
  }
}

extension Marbles {
  /// The same events at the same ticks, without the subscription mark.
  fileprivate var withoutSubscription: Marbles {
    Marbles(events: events.filter { $0.symbol != .subscription })
  }

  /// The distinct letters of the elements, in order.
  fileprivate var elementNames: [Character] {
    var seen: Set<Character> = []
    return events.compactMap { event in
      guard case .element(let name) = event.symbol, seen.insert(name).inserted else { return nil }
      return name
    }
  }
}

extension [Character] {
  fileprivate func withValues<Value>(_ value: (Character) -> Value) -> [Character: Value] {
    Dictionary(uniqueKeysWithValues: map { ($0, value($0)) })
  }
}
