internal import StreamCore
internal import Synchronization

/// Keeps what passes the stages of some names.
///
/// What a stage receives is what its inputs send, so a recorder keeps the edges above a stage, too.
final class StreamRecorder: Sendable {
  /// How many streams are kept at most.
  static let streams = 1_000

  private static let active = Locked<StreamRecorder?>(nil)
  private static let isOn = Atomic(false)

  private let patterns: [Pattern]
  private let limit: Int
  private let clock: @Sendable () -> Int
  private let state = Locked<[Edge.ID: Kept]>([:])
  private let last = Locked(0)

  /// - Parameters:
  ///   - patterns: The names of stages.
  ///   - limit: How many signals of a stream are kept.
  ///   - clock: The time in nanoseconds.
  init(_ patterns: [Pattern], limit: Int, clock: @escaping @Sendable () -> Int = { now(isCoarse: false) }) {
    (self.patterns, self.limit, self.clock) = (patterns, limit, clock)
  }

  static var current: StreamRecorder? { isOn.load(ordering: .relaxed) ? active.value : nil }

  static func begin(_ recorder: StreamRecorder?) {
    let former = active.exchange(recorder)
    isOn.store(recorder != nil, ordering: .releasing)
    former?.forget()
  }

  /// Ends the recording, unless another one has.
  func stop() {
    if StreamRecorder.active.value === self { StreamRecorder.begin(nil) }
  }

  private func forget() {
    let former = state.exchange([:])
    for id in former.keys { EdgeRegistry.shared.edge(id)?.isRecorded.store(false, ordering: .relaxed) }
  }
}

/// What is kept of an edge. Times are in nanoseconds.
private struct Kept: Sendable {
  struct Signal: Sendable {
    let time: Int
    let kind: RecordedSignal.Kind
    let text: String
  }

  let parent: Edge.ID
  let isInner: Bool
  let began: Int
  let origin: Origin?

  /// Whether it is the edge below a stage of a name that is wanted.
  var isWanted = false
  var name = ""
  var call: StageCall?
  var output = TypeText(Never.self)
  var failure = TypeText(Never.self)
  var signals: Ring<Signal>
  var hasEnded = false

  /// Whether inputs of the stage were left out.
  var isIncomplete = false
}

// MARK: Keeping

extension StreamRecorder {
  /// Begins to keep an edge, if the publisher that is attached has a name that is wanted, or sends to a stage that has.
  /// Of several publishers at an edge the last one is the stage that the program wrote.
  func attach<P: Publisher>(_ publisher: P, at edge: Edge, _ stage: Edge.Stage) {
    let name = streamName(of: P.self)
    let isWanted = matches(stage.checkpoint.map { String($0.description.prefix { $0 != " " }) } ?? name)
    let (output, failure) = (TypeText(P.Output.self), TypeText(P.Failure.self))
    let call = StageCall(of: publisher, named: name)
    let origin = EdgeRegistry.shared.edge(edge.root)?.origin
    let evicted = state.withLock { kept -> Edge.ID? in
      let former = kept[edge.id]
      guard isWanted || former != nil || kept[edge.parent]?.isWanted == true else { return nil }
      var evicted: Edge.ID?
      if former == nil, kept.count >= StreamRecorder.streams {
        guard let oldest = kept.filter({ $1.hasEnded }).keys.min() else { return nil }
        if let parent = kept.removeValue(forKey: oldest)?.parent { kept[parent]?.isIncomplete = true }
        evicted = oldest
      }
      var new =
        former
        ?? Kept(
          parent: edge.parent, isInner: edge.isInner, began: tick(), origin: origin, signals: Ring(limit: limit))
      new.isWanted = new.isWanted || isWanted
      (new.name, new.call, new.output, new.failure) = (name, call, output, failure)
      kept[edge.id] = new
      edge.isRecorded.store(true, ordering: .relaxed)
      return evicted
    }
    if let evicted { EdgeRegistry.shared.edge(evicted)?.isRecorded.store(false, ordering: .relaxed) }
  }

  private func matches(_ name: String) -> Bool { patterns.contains { $0.matches(name) } }

  /// Keeps a signal. The text of a value may run code of the client, so it is made outside the lock.
  static func note(_ kind: RecordedSignal.Kind, _ text: String, of edge: Edge) {
    guard let current else { return }
    let time = current.tick()
    current.state.withLock { kept in
      kept[edge.id]?.signals.append(Kept.Signal(time: time, kind: kind, text: text))
      if kind != .request && kind != .value { kept[edge.id]?.hasEnded = true }
    }
  }

  /// The time; no two signals have the same.
  private func tick() -> Int {
    last.withLock { last in
      last = max(last + 1, clock())
      return last
    }
  }

  /// The last value of an edge.
  func lastValue(of id: Edge.ID) -> String? {
    state.withLock { $0[id]?.signals.elements.last { $0.kind == .value }?.text }
  }

  /// The numbers of the stages whose signals are kept.
  var recorded: Set<Edge.ID> { state.withLock { Set($0.lazy.filter { $1.isWanted }.map(\.key)) } }
}

// MARK: Reading

extension StreamRecorder {
  func recording(of id: Edge.ID, findsLine: Bool = true) -> StageRecording? {
    let moment = tick()
    let (stage, inputs) = state.withLock { kept in
      (kept[id], kept.filter { $1.parent == id && kept[id] != nil }.sorted { $0.key < $1.key })
    }
    guard let stage, stage.isWanted else { return nil }
    return StageRecording(
      line: findsLine ? stage.origin?.description : stage.origin?.knownLine,
      output: stream(id, stage, since: stage.began),
      inputs: (inputs.filter { !$1.isInner } + inputs.filter { $1.isInner }).map {
        stream($0.key, $0.value, since: stage.began)
      },
      duration: seconds(moment - stage.began), isIncomplete: stage.isIncomplete, call: stage.call)
  }

  private func stream(_ id: Edge.ID, _ kept: Kept, since zero: Int) -> StageRecording.Stream {
    StageRecording.Stream(
      id: id, name: kept.name, isInner: kept.isInner, began: seconds(kept.began - zero),
      signals: kept.signals.elements.map {
        RecordedSignal(seconds: seconds($0.time - zero), kind: $0.kind, text: $0.text)
      },
      forgotten: kept.signals.forgotten, output: kept.output, failure: kept.failure)
  }
}

private func seconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1e9 }
