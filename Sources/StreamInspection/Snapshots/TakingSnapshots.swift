internal import StreamCore

extension StreamInspector {
  /// The pipelines that are alive at this moment.
  ///
  /// Counts of different edges are read one after the other, while streams run.
  ///
  /// - Returns: The pipelines, the oldest first; those that the patterns of ``arm(_:)`` name.
  /// - Complexity: O(*n* log *n*), where *n* is the number of living edges.
  public static func snapshot() -> StreamSnapshot { snapshot(at: now()) }

  /// The same at a moment; lines that are not known yet are looked up only if they are wanted, since that takes long.
  static func snapshot(at moment: Int, findsLines: Bool = true) -> StreamSnapshot {
    let edges = EdgeRegistry.shared.living
    let unheard = EdgeRegistry.shared.unheard
    if findsLines { Origin.findLines(of: edges.compactMap(\.origin) + unheard.map(\.origin)) }
    let fed = edges.lazy.filter { $0.fed != 0 && !$0.reading.hasEnded }.map(\.fed)
    var maker = PipelineMaker(moment: moment, fed: Set(fed))
    let pipelines = Dictionary(grouping: edges, by: \.root).values.map { maker.pipeline($0) }
    var unheardOf: [String: Int] = [:]
    for (origin, count) in unheard { unheardOf[origin.knownLine ?? "a line that is not known", default: 0] += count }
    return StreamSnapshot(pipelines: wanted(pipelines.sorted { $0.id < $1.id }), unheard: unheardOf)
  }

  private static func wanted(_ pipelines: [StreamSnapshot.Pipeline]) -> [StreamSnapshot.Pipeline] {
    let patterns = patterns.value
    if patterns.isEmpty { return pipelines }
    return pipelines.filter { pipeline in
      let names = pipeline.stages.flatMap { $0.names } + pipeline.lineNames
      return patterns.contains { pattern in names.contains { pattern.matches($0) } }
    }
  }
}

extension StreamSnapshot.Stage {
  /// The names that a pattern may match.
  fileprivate var names: [String] {
    name.split { $0 == "(" || $0 == ")" }.map(String.init) + checkpointNames
  }
}

extension StreamSnapshot.Pipeline {
  /// The file, without and with its line, and the function.
  fileprivate var lineNames: [String] {
    guard let line else { return [] }
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    return parts + parts.prefix(1).map { String($0.prefix { $0 != ":" }) }
  }
}

/// Makes pipelines of edges.
private struct PipelineMaker {
  let moment: Int

  /// The addresses of the subjects that something feeds.
  let fed: Set<UInt>

  private let capacities = EdgeRegistry.shared.capacities
  private let waitingSends = EdgeRegistry.shared.waitingSends
  private let recorder = StreamRecorder.current
  private let recorded: Set<Edge.ID>

  /// What is known of the types of publishers and subscribers that have been seen.
  private var types: [ObjectIdentifier: (name: String, isConnectable: Bool)] = [:]

  init(moment: Int, fed: Set<UInt>) {
    (self.moment, self.fed) = (moment, fed)
    recorded = recorder?.recorded ?? []
  }

  /// Makes a pipeline of its edges, the oldest first.
  mutating func pipeline(_ edges: [Edge]) -> StreamSnapshot.Pipeline {
    var stages: [StreamSnapshot.Stage] = []
    var unconnected: Set<Edge.ID> = []
    // Of few edges the table would cost more than it saves.
    let firstAbove =
      edges.count > 16 ? Dictionary(edges.map { ($0.parent, $0) }, uniquingKeysWith: { first, _ in first }) : nil
    for edge in edges {
      let below = edges.contains(id: edge.parent) ? edge.parent : nil
      stages.append(
        stage(edge, below: below) { id in
          if let firstAbove { return firstAbove[id] }
          return edges.first { $0.parent == id }
        })
      if type(edge.path[edge.path.count - 1].type).isConnectable && !isConnected(edge, in: edges) {
        unconnected.insert(edge.id)
      }
    }
    // The oldest is the one at the end, unless that is gone.
    let end = edges[0]
    var pipeline = StreamSnapshot.Pipeline(
      id: end.root, line: end.origin?.knownLine, age: seconds(since: end.began),
      end: end.fed == 0 ? type(end.subscriber).name : "a subject", stages: stages,
      verdict: Verdict(kind: .runs, reason: "", waited: nil))
    pipeline.verdict = Verdict(pipeline, unconnected: unconnected)
    return pipeline
  }

  private mutating func stage(_ edge: Edge, below: Edge.ID?, above: (Edge.ID) -> Edge?) -> StreamSnapshot.Stage {
    let reading = edge.reading
    let hasSent = reading.delivered > 0 || reading.isDelivering || reading.hasEnded
    let path = edge.path
    let object = path.object
    let name = name(of: path)
    let above = path.last.flatMap { keeping.contains(type($0.type).name) ? above(edge.id) : nil }
    let buffered = above.map { above in
      let kept = max(0, above.reading.delivered - reading.delivered - reading.dropped)
      return reading.hasEnded ? 0 : min(kept, capacities[edge.id] ?? kept)
    }
    return StreamSnapshot.Stage(
      id: edge.id, name: name, checkpoints: edge.checkpoints, below: below, isInner: edge.isInner,
      object: object.map { Int(bitPattern: $0) },
      requested: reading.requested == Edge.unlimited ? nil : reading.requested, delivered: reading.delivered,
      buffered: buffered, capacity: capacities[edge.id], dropped: reading.dropped,
      waitingSends: object.flatMap { waitingSends[$0] },
      lastValue: recorded.contains(edge.id) ? recorder?.lastValue(of: edge.id) : nil,
      isRecorded: recorded.contains(edge.id), age: seconds(since: edge.began),
      silence: hasSent ? seconds(since: reading.lastSignal) : nil, isDelivering: reading.isDelivering,
      thread: hasSent ? (reading.lastThread == 0 ? "main" : "\(reading.lastThread)") : nil,
      state: StreamSnapshot.State(reading.state))
  }

  private func seconds(since moment: Int) -> Double { Double(max(0, self.moment - moment)) / 1e9 }

  /// The name of what the program wrote: erasure and checkpoints are no stages. What was in front is written around it.
  private mutating func name(of path: [Edge.Stage]) -> String {
    if path.count == 1 { return path[0].checkpoint == nil ? type(path[0].type).name : "checkpoint" }
    let names = path.filter { $0.checkpoint == nil }.map { type($0.type).name }
    let written = names.filter { $0 != "AnyPublisher" }
    guard var name = written.last ?? names.last else { return "checkpoint" }
    for outer in written.dropLast().reversed() { name = "\(outer)(\(name))" }
    return name
  }

  private mutating func type(_ type: Any.Type) -> (name: String, isConnectable: Bool) {
    let key = ObjectIdentifier(type)
    if let known = types[key] { return known }
    let new = (streamName(of: type), type is any ConnectablePublisher.Type)
    types[key] = new
    return new
  }

  /// Whether something feeds the subject of a connectable publisher. If it has none that is seen, it is connected once
  /// it has sent something.
  private func isConnected(_ edge: Edge, in edges: [Edge]) -> Bool {
    let subjects = edges.lazy.filter { $0.parent == edge.id }.flatMap(\.path).map(\.object).filter { $0 != 0 }
    return subjects.isEmpty ? edge.reading.delivered > 0 : subjects.contains { fed.contains($0) }
  }
}

extension [Edge] {
  /// Whether an edge is among these, which are sorted by their numbers.
  fileprivate func contains(id: Edge.ID) -> Bool {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].id == id { return true }
      if self[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return false
  }
}

extension StreamSnapshot.State {
  fileprivate init(_ state: Edge.State) {
    self =
      switch state {
      case .attached: .attached
      case .open: .open
      case .finished: .finished
      case .failed: .failed
      case .cancelled: .cancelled
      }
  }
}
