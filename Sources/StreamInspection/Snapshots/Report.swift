extension StreamInspector {
  /// What runs, in words: the pipelines in groups by the line that subscribed, each with its stages, its counts and
  /// what it waits for.
  ///
  /// With `STREAMS_INSPECT_SIGNAL=USR1` in its environment, a program in which the inspector has been armed writes it
  /// to standard error on that signal.
  ///
  /// - Parameter limit: How many pipelines of a line are shown; of the rest their number. Not negative.
  /// - Returns: The text.
  public static func report(limit: Int = 3) -> String {
    snapshot().report(limit: limit)
  }
}

extension StreamSnapshot: CustomStringConvertible {
  /// The pipelines in words, three of each line.
  public var description: String { report(limit: 3) }

  /// The pipelines in words.
  ///
  /// - Parameter limit: How many pipelines of a line are shown; of the rest their number. Not negative.
  /// - Returns: The text.
  public func report(limit: Int) -> String {
    precondition(limit >= 0, "A report shows no negative number of pipelines: \(limit)")
    var text = pipelines.isEmpty ? "No pipeline is alive that the inspector has seen.\n" : ""
    // The largest groups first: they are what grows.
    let groups = Dictionary(grouping: pipelines, by: \.line).sorted {
      ($1.value.count, $0.value[0].id) < ($0.value.count, $1.value[0].id)
    }
    for (line, group) in groups {
      let number = group.count == 1 ? "1 pipeline" : "\(group.count) pipelines"
      text += "\(number) from \(line ?? "a line that is not known")     oldest \(duration(group[0].age))\n"
      for pipeline in group.prefix(limit) { text += pipeline.block }
      if group.count > limit { text += "  and \(group.count - limit) more: \(verdicts(group.dropFirst(limit)))\n" }
    }
    if unheard.isEmpty { return text }
    text += "Cancelled before they received anything (is the cancellable stored?):\n"
    for (line, count) in unheard.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).prefix(10) {
      text += "  \(count) from \(line)\n"
    }
    return text
  }

  private func verdicts(_ rest: ArraySlice<Pipeline>) -> String {
    let kinds = Dictionary(grouping: rest, by: \.verdict.kind).mapValues(\.count)
    return kinds.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "\($0.value) × \($0.key.rawValue)" }.joined(separator: ", ")
  }
}

extension StreamSnapshot.Pipeline {
  /// The stages from the source to the end, the branches, the counts and the verdict.
  fileprivate var block: String {
    let tree = StageTree(self)
    let trunk = tree.trunk
    var lines = ["\(chain(trunk)) ─ \(end)"] + branches(of: trunk, in: tree)
    if let last = tree.stages(above: nil).first {
      let requested = last.requested.map { "\($0)" } ?? "∞"
      let signal = last.silence.map { "last \(duration($0)) ago, thread \(last.thread ?? "?")" } ?? "no signal yet"
      lines.append("requested \(requested)   delivered \(last.delivered)   \(signal)")
    }
    lines += stages.compactMap(queue)
    lines.append("\(verdict)")
    return "  #\(id)  " + lines.joined(separator: "\n      ") + "\n"
  }

  /// What a stage keeps, has dropped and has delivered last.
  private func queue(_ stage: StreamSnapshot.Stage) -> String? {
    var parts: [String] = []
    if let buffered = stage.buffered, buffered > 0 || stage.capacity != nil {
      parts.append("\(buffered)\(stage.capacity.map { " of \($0)" } ?? "") kept")
    }
    if let waiting = stage.waitingSends, waiting > 0 {
      parts.append(waiting == 1 ? "1 send waits" : "\(waiting) sends wait")
    }
    if stage.dropped > 0 { parts.append("\(stage.dropped) dropped") }
    if stage.isRecorded, let value = stage.lastValue { parts.append("last value \(value)") }
    return parts.isEmpty ? nil : "\(stage.name): \(parts.joined(separator: ", "))"
  }

  private func chain(_ stages: [StreamSnapshot.Stage]) -> String {
    stages.reversed().map { ([$0.name] + $0.checkpoints.map { "“\($0)”" }).joined(separator: " ─ ") }
      .joined(separator: " ─ ")
  }

  /// What joins the trunk from elsewhere, and inner streams: a line each, equal ones together.
  private func branches(of trunk: [StreamSnapshot.Stage], in tree: StageTree) -> [String] {
    var order: [String] = []
    var heads: [String: [StreamSnapshot.Stage]] = [:]
    func add(_ path: [StreamSnapshot.Stage], into name: String) {
      let line = "\(chain(path)) into \(name)"
      if heads[line] == nil { order.append(line) }
      heads[line, default: []].append(path[0])
    }
    // Paths from a stage up to a source; what else is above a stage of a path is a path of its own.
    var paths = [trunk]
    while let below = paths.popLast() {
      let onPath = Set(below.map(\.id))
      for stage in below {
        for head in tree.stages(above: stage.id) where !onPath.contains(head.id) {
          var path = [head]
          while let next = tree.stages(above: path[path.count - 1].id).first { path.append(next) }
          add(path, into: stage.name)
          paths.append(path)
        }
      }
    }
    return order.map { line in
      let heads = heads[line] ?? []
      guard heads.count == 1, let head = heads.first else { return "and \(heads.count) × \(line)" }
      return "and \(line), delivered \(head.delivered) of \(head.requested.map { "\($0)" } ?? "∞")"
    }
  }
}
