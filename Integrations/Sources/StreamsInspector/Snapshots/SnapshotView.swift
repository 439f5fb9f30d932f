internal import StreamInspection

/// A snapshot in the order in which it is asked for.
struct SnapshotView {
  /// When it was taken, in seconds.
  let moment: Double

  /// The pipelines, the oldest first.
  let pipelines: [StreamSnapshot.Pipeline]

  /// The largest group first: it is what grows.
  /// How many pipelines were cancelled before they received anything, by line.
  let unheard: [String: Int]

  let groups: [Group]

  var growth = GrowthRecord()

  /// The pipelines of a line.
  struct Group {
    /// Names the line in addresses: it stays the same.
    let id: String

    let line: String?

    /// The oldest first.
    let pipelines: [StreamSnapshot.Pipeline]
  }

  init(_ snapshot: StreamSnapshot, at moment: Double) {
    self.moment = moment
    pipelines = snapshot.pipelines
    unheard = snapshot.unheard
    groups = Dictionary(grouping: pipelines, by: \.line)
      .map { Group(id: SnapshotView.name(of: $0), line: $0, pipelines: $1) }
      .sorted { ($1.pipelines.count, $0.pipelines[0].id) < ($0.pipelines.count, $1.pipelines[0].id) }
  }

  /// A pipeline by its number, which grows in the list.
  func pipeline(_ id: Int) -> StreamSnapshot.Pipeline? {
    var (low, high) = (0, pipelines.count)
    while low < high {
      let middle = (low + high) / 2
      if pipelines[middle].id == id { return pipelines[middle] }
      if pipelines[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// A short name of a line, the same in each process: 64 bits by FNV-1a, as hexadecimal digits.
  static func name(of line: String?) -> String {
    guard let line else { return "unknown" }
    let hash = line.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

/// Which pipelines are asked for.
struct PipelineFilter {
  private let search: String
  private let verdict: Verdict.Kind?

  init(search: String, verdict: Verdict.Kind?) {
    (self.search, self.verdict) = (search.lowercased(), verdict)
  }

  /// The pipelines of a group that match: all of a line whose text contains what is searched for, otherwise those with
  /// such a stage, checkpoint or end.
  func matches(in group: SnapshotView.Group) -> [StreamSnapshot.Pipeline] {
    var found = group.pipelines
    if let verdict { found = found.filter { $0.verdict.kind == verdict } }
    if search.isEmpty || contains(group.line ?? "") { return found }
    // Most pipelines of a line have the same names.
    var known: [String: Bool] = [:]
    func isFound(_ name: String) -> Bool {
      if let isFound = known[name] { return isFound }
      let isFound = contains(name)
      known[name] = isFound
      return isFound
    }
    return found.filter { pipeline in
      isFound(pipeline.end) || pipeline.stages.contains { isFound($0.name) || $0.checkpoints.contains(where: isFound) }
    }
  }

  private func contains(_ text: String) -> Bool { text.lowercased().contains(search) }
}

extension Verdict.Kind {
  /// How much a person should look at it: the highest gives a group its colour.
  var severity: Int {
    switch self {
    case .runs: 0
    case .waitsForSource: 1
    case .neverConnected: 2
    case .waitsForReader: 3
    case .full: 4
    case .endedButRetained: 5
    }
  }
}
