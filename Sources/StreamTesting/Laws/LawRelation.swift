/// What a law says of the elements that have come.
public struct LawRelation: Sendable {
  /// Returns what is wrong with an outcome; the second argument is the outcome of the other pipeline.
  let judge: @Sendable (LawOutcome, LawOutcome) -> String?

  /// Whether a failure may come before elements that wait.
  private(set) var isOvertaken = false

  /// A relation of your own between what went in and what came out.
  ///
  /// - Parameter judge: Returns what is wrong; `nil` if the law holds. If ``LawOutcome/isCut``, elements may be
  ///   missing.
  public init(judge: @escaping @Sendable (LawOutcome) -> String?) {
    self.init(comparing: { outcome, _ in judge(outcome) })
  }

  private init(comparing judge: @escaping @Sendable (LawOutcome, LawOutcome) -> String?) {
    self.judge = judge
  }

  /// The same elements in the same order, and the same end.
  public static let identity = LawRelation { outcome, other in
    if let wrong = ends(outcome, other) { return wrong }
    let expected = outcome.isCut ? Array(other.output.prefix(outcome.output.count)) : other.output
    guard outcome.output != expected else { return nil }
    let place = zip(outcome.output, expected).enumerated().first { $1.0 != $1.1 }?.offset
    return difference(outcome.output, expected, at: place ?? min(outcome.output.count, expected.count))
  }

  /// The same elements, and the same end; those with one key are in the same order.
  ///
  /// - Parameter key: The key of an element; by default all have different ones, and come in any order.
  /// - Returns: The relation.
  public static func permutation(key: @escaping @Sendable (LawValue) -> Int? = { $0.number }) -> LawRelation {
    LawRelation { outcome, other in
      if let wrong = ends(outcome, other) { return wrong }
      let (keys, others) = (groups(outcome.output, key), groups(other.output, key))
      if !outcome.isCut, outcome.output.count != other.output.count {
        let missing = Set(other.output).subtracting(outcome.output).prefix(5)
        return "\(outcome.output.count) elements came in place of \(other.output.count); without \(Array(missing))."
      }
      for (key, values) in keys {
        let whole = others[key] ?? []
        let expected = outcome.isCut ? subsequence(values, of: whole) : values == whole
        if !expected { return "Of key \(key.map { "\($0)" } ?? "none") came \(list(values)), not \(list(whole))." }
      }
      return nil
    }
  }

  /// Each element comes, or its drop is reported to the `DropHook`. Those that come are in order, and none comes twice.
  public static let conservation = LawRelation { outcome, other in
    let sent = outcome.sent.map(LawValue.number)
    if let wrong = ends(outcome, other) ?? inOrder(outcome, sent) { return wrong }
    let told = "\(outcome.output.count) came and \(outcome.drops) drops were told, of \(sent.count)"
    if outcome.isCut || outcome.inputEnd == nil && outcome.end != nil {
      return outcome.output.count + outcome.drops > sent.count ? "\(told)." : nil
    }
    return outcome.output.count + outcome.drops == sent.count ? nil : "\(told)."
  }

  /// What comes went in, in that order, and none comes twice.
  public static let subsequence = LawRelation { outcome, other in
    ends(outcome, other) ?? inOrder(outcome, outcome.sent.map(LawValue.number))
  }

  /// Each element comes so much later in virtual time.
  ///
  /// - Parameter ticks: The number of seconds.
  /// - Returns: The relation.
  public static func shifted(by ticks: Int) -> LawRelation {
    LawRelation { outcome, other in
      if let wrong = identity.judge(outcome, other) { return wrong }
      let times = outcome.inputTimes.prefix(outcome.outputTimes.count).map { $0.advanced(by: .seconds(ticks)) }
      return times == outcome.outputTimes ? nil : "The times are \(outcome.outputTimes), not \(times)."
    }
  }

  /// Allows a failure to overtake elements that wait for demand: those at the end are missing then.
  public var unlessOvertaken: LawRelation {
    var copy = self
    copy.isOvertaken = true
    return copy
  }

  // MARK: Parts of relations

  private static func ends(_ outcome: LawOutcome, _ other: LawOutcome) -> String? {
    if outcome.isCut, outcome.end == nil { return nil }
    if outcome.isCut, outcome.end == "finished" || outcome.end == other.end { return nil }
    return outcome.end == other.end ? nil : "The end is \(outcome.end ?? "missing"), not \(other.end ?? "missing")."
  }

  /// With several senders the order is that of each: the subject decides which comes first.
  private static func inOrder(_ outcome: LawOutcome, _ whole: [LawValue]) -> String? {
    let parts = groups(whole) { ($0.number ?? 0) / LawDriver.share }
    for (key, values) in groups(outcome.output, { ($0.number ?? 0) / LawDriver.share }) {
      if !subsequence(values, of: parts[key] ?? []) {
        return "\(list(values)) came, not in the order in which it went in."
      }
    }
    return nil
  }

  private static func groups(
    _ values: [LawValue], _ key: (LawValue) -> Int?
  ) -> [Int?: [LawValue]] {
    var groups: [Int?: [LawValue]] = [:]
    for value in values { groups[key(value), default: []].append(value) }
    return groups
  }

  private static func subsequence(_ part: [LawValue], of whole: [LawValue]) -> Bool {
    var rest = whole[...]
    for value in part {
      guard let place = rest.firstIndex(of: value) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }

  private static func difference(_ values: [LawValue], _ expected: [LawValue], at place: Int) -> String {
    let (one, other) = (values.dropFirst(place).prefix(5), expected.dropFirst(place).prefix(5))
    return "\(values.count) elements came in place of \(expected.count); from place \(place): \(list(Array(one))), not "
      + "\(list(Array(other)))."
  }

  private static func list(_ values: [LawValue]) -> String {
    values.count <= 12 ? "\(values)" : "\(values.prefix(12))… (\(values.count))"
  }
}
