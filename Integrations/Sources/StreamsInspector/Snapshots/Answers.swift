internal import StreamInspection

/// The groups by line.
struct GroupsAnswer: Encodable {
  /// How many groups there are in an answer at most.
  static let limit = 200

  private let moment: Double
  private let isArmed = StreamInspector.isArmed
  /// How many pipelines there are, and of these how many match.
  private let total: Int
  private let found: Int
  /// How many pipelines there are of each verdict, whatever is filtered.
  private let verdicts: [String: Int]
  private let groups: [Group]
  /// How many groups are left out.
  private let more: Int
  /// The lines with most pipelines that were cancelled before they received anything, at most ten.
  private let unheard: [Unheard]

  private struct Unheard: Encodable {
    let line: String
    let count: Int
  }

  private struct Group: Encodable {
    let id: String
    let line: String?
    let count: Int
    let oldest: Double
    /// How many more there are than at the first look within a minute, and how long ago that was.
    let growth: Int?
    let within: Double?
    /// How many are younger than a minute.
    let recent: Int
    let verdicts: [String: Int]
    let worst: Verdict.Kind
  }

  init(_ view: SnapshotView, matching filter: PipelineFilter) {
    let matches = view.groups.map { ($0, filter.matches(in: $0)) }.filter { !$1.isEmpty }
    moment = view.moment
    total = view.pipelines.count
    found = matches.reduce(0) { $0 + $1.1.count }
    verdicts = count(view.pipelines)
    more = max(0, matches.count - Self.limit)
    unheard = view.unheard.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(10)
      .map { Unheard(line: short($0.key), count: $0.value) }
    groups = matches.prefix(Self.limit).map { group, pipelines in
      let growth = view.growth.growth(of: group, at: view.moment)
      return Group(
        id: group.id, line: group.line.map { short($0) }, count: pipelines.count,
        oldest: pipelines.lazy.map(\.age).max() ?? 0, growth: growth?.more, within: growth?.within,
        recent: pipelines.count { $0.age < GrowthRecord.reach }, verdicts: count(pipelines),
        worst: pipelines.lazy.map(\.verdict.kind).max { $0.severity < $1.severity } ?? .runs)
    }
  }
}

/// A part of the pipelines of a group.
struct PipelinesAnswer: Encodable {
  /// How many pipelines there are in an answer at most.
  static let limit = 50

  private let moment: Double
  private let line: String?
  private let total: Int
  private let offset: Int
  private let pipelines: [Pipeline]

  private struct Pipeline: Encodable {
    let id: Int
    let age: Double
    /// The stages from the source to the end.
    let chain: [String]
    let verdict: ShortVerdict
    /// `nil` is unlimited.
    let requested: Int?
    let delivered: Int
    let stages: Int
  }

  init(_ view: SnapshotView, of group: String, matching filter: PipelineFilter, offset: Int) {
    let group = view.groups.first { $0.id == group }
    let found = group.map { filter.matches(in: $0) } ?? []
    // An offset behind the end shows the last part.
    let offset = min(offset, max(0, found.count - 1) / Self.limit * Self.limit)
    moment = view.moment
    line = group?.line.map { short($0) }
    total = found.count
    self.offset = offset
    pipelines = found.dropFirst(offset).prefix(Self.limit).map { pipeline in
      let last = pipeline.stages.first { $0.below == nil }
      return Pipeline(
        id: pipeline.id, age: pipeline.age, chain: pipeline.chain, verdict: ShortVerdict(pipeline.verdict),
        requested: last?.requested, delivered: last?.delivered ?? 0, stages: pipeline.stages.count)
    }
  }
}

/// One pipeline.
struct PipelineAnswer: Encodable {
  private let moment: Double
  private let id: Int
  private let group: String
  private let line: String?
  private let age: Double
  private let end: String
  private let verdict: ShortVerdict
  private let stages: [DrawnStage]
  /// How many stages there are, and whether some of them are left out.
  private let total: Int
  private let isCut: Bool
  /// What other pipelines have, too, by the numbers of ``DrawnStage/object``.
  private let objects: [SharedObject]

  private struct SharedObject: Encodable {
    /// How many other pipelines have it, and the first of them.
    let others: Int
    let pipelines: [Int]
  }

  init?(_ view: SnapshotView, id: Int, unfolding keys: Set<String>) {
    guard let pipeline = view.pipeline(id) else { return nil }
    let folded = FoldedStages(pipeline, unfolding: keys)
    moment = view.moment
    (self.id, age, end) = (id, pipeline.age, short(pipeline.end))
    (group, line) = (SnapshotView.name(of: pipeline.line), pipeline.line.map { short($0) })
    verdict = ShortVerdict(pipeline.verdict)
    (stages, total, isCut) = (folded.stages, pipeline.stages.count, folded.isCut)
    var others = folded.objects.mapValues { _ in [Int]() }
    for other in view.pipelines where other.id != id {
      for stage in other.stages {
        guard let object = stage.object, others[object] != nil, others[object]?.last != other.id else { continue }
        others[object]?.append(other.id)
      }
    }
    objects = folded.objects.sorted { $0.value < $1.value }.map { object, _ in
      SharedObject(others: others[object]?.count ?? 0, pipelines: Array(others[object]?.prefix(10) ?? []))
    }
  }
}

/// A verdict whose reason is bounded.
struct ShortVerdict: Encodable {
  let kind: Verdict.Kind
  let reason: String

  init(_ verdict: Verdict) {
    (kind, reason) = (verdict.kind, short(verdict.reason, 500))
  }
}

/// The beginning of a text, which may be the name of a type of any length.
func short(_ text: String, _ limit: Int = 200) -> String {
  let scalars = text.unicodeScalars
  guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
    end < scalars.endIndex
  else { return text }
  return String(scalars[..<end]) + "…"
}

private func count(_ pipelines: [StreamSnapshot.Pipeline]) -> [String: Int] {
  Dictionary(grouping: pipelines, by: \.verdict.kind).reduce(into: [:]) { $0[$1.key.rawValue] = $1.value.count }
}

extension StreamSnapshot.Pipeline {
  /// The names from a source to the end: at a fork, the oldest branch, but no inner stream.
  fileprivate var chain: [String] {
    let limit = 12
    var names = [short(end, 60)]
    var below: Int?
    for stage in stages where stage.below == below && !stage.isInner {
      names.append(short(stage.name, 60))
      below = stage.id
    }
    names.reverse()
    return names.count > limit ? names.prefix(limit / 2) + ["…"] + names.suffix(limit / 2 - 1) : names
  }
}
