internal import StreamCore

/// One way in which a law is run.
///
/// A violation prints the case that breaks the law, shrunk; the same call with `replaying:` runs it alone.
public struct LawCase: Sendable {
  /// Where the elements come from.
  public var source: LawSource

  /// The number of elements.
  public var length: Int

  /// How they are asked for.
  public var demand: LawDemand

  /// How the run ends.
  public var end: LawEnd

  /// The scheduler, and what stands before the pipeline.
  public var place: LawPlace

  /// The number of ticks between two elements of a subject, in virtual time.
  public var pace: Int

  /// The index of the choice of each ``LawRun/pick(_:)``, modulo the number of choices.
  public var picks: [Int]

  /// The elements; `nil` for those that count from zero.
  var elements: [Int]?

  /// Creates a case.
  ///
  /// - Parameters:
  ///   - source: Where the elements come from.
  ///   - length: The number of elements.
  ///   - demand: How they are asked for.
  ///   - end: How the run ends.
  ///   - place: The scheduler, and what stands before the pipeline.
  ///   - pace: The number of ticks between two elements of a subject, in virtual time.
  ///   - picks: Which of its choices each `pick` of the law takes.
  public init(
    _ source: LawSource = .array, length: Int, demand: LawDemand = .unlimited, end: LawEnd = .finish,
    place: LawPlace = .virtualTime, pace: Int = 0, picks: [Int] = []
  ) {
    (self.source, self.length, self.demand, self.end) = (source, length, demand, end)
    (self.place, self.pace, self.picks) = (place, pace, picks)
  }

  /// Replaces combinations that cannot occur.
  func normalised(in space: LawSpace) -> LawCase {
    var copy = self
    // An array ends.
    if end == .never, source == .array {
      if space.sources.contains(.subject) { copy.source = .subject } else { copy.end = .finish }
    }
    if case .threads = source, length == 0 { copy.source = .subject }
    if !copy.source.hasSenders || place.isReal { copy.pace = 0 }
    if copy.source == .timer, place.isReal { copy.length = min(copy.length, 16) }
    guard copy.end == .never, !copy.isDeterministic else { return copy }
    // In real time one cannot see when the last element has come: a source that never ends sends none, either.
    if place.isReal, space.lengths.contains(0), space.sources.contains(.subject) {
      (copy.source, copy.length) = (.subject, 0)
    } else {
      copy.end = .finish
    }
    return copy
  }

  /// Whether the same calls are made in the same order each time.
  var isDeterministic: Bool {
    if case .threads = source { return false }
    return !place.isReal
  }

  /// The end of the source, if it ends.
  var completion: Subscribers.Completion<TestError> { end == .failure ? .failure(TestError()) : .finished }

  /// Whether elements may be missing, because the subscriber requests none or cancels, or because the run in real time
  /// does not wait for them.
  var isCut: Bool { end.isCut || demand == .none || end == .never && !isDeterministic }
}

extension LawCase: CustomStringConvertible {
  /// The expression that creates the case; of a place with threads, its name.
  public var description: String {
    var parts = [".\(source)", "length: \(length)"]
    if demand != .unlimited { parts.append("demand: .\(demand)") }
    if end != .finish { parts.append("end: .\(end)") }
    if place.name != LawPlace.virtualTime.name { parts.append("place: LawPlace(\"\(place.name)\")") }
    if pace != 0 { parts.append("pace: \(pace)") }
    if picks.contains(where: { $0 != 0 }) { parts.append("picks: \(picks)") }
    return "LawCase(\(parts.joined(separator: ", ")))"
  }
}
