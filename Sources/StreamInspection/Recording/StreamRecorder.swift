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
  private let state = Locked(State())

  private struct State {
    var isOver = false
    var kept: [Edge.ID: Kept] = [:]
    var last = 0

    /// Forgets the oldest inner stream that has ended, or the oldest stage.
    ///
    /// - Returns: Whether there is one.
    mutating func makeRoom() -> Bool {
      var oldest = Int.max
      for (id, stream) in kept where stream.hasEnded && (stream.isInner || kept[stream.parent]?.hasEnded != false) {
        oldest = min(oldest, id)
      }
      guard let parent = kept.removeValue(forKey: oldest)?.parent else { return false }
      kept[parent]?.isIncomplete = true
      return true
    }

    /// A time; no two signals have the same.
    mutating func tick(_ time: Int) -> Int {
      last = max(last + 1, time)
      return last
    }
  }

  /// - Parameters:
  ///   - patterns: The names of stages.
  ///   - limit: How many signals of a stream are kept.
  ///   - clock: The time in nanoseconds.
  init(_ patterns: [Pattern], limit: Int, clock: @escaping @Sendable () -> Int = { now(isCoarse: false) }) {
    (self.patterns, self.limit, self.clock) = (patterns, limit, clock)
  }

  static var current: StreamRecorder? { isOn.load(ordering: .relaxed) ? active.value : nil }

  /// Begins a recording in place of the one before.
  static func begin(_ recorder: StreamRecorder) {
    replace(by: recorder) { _ in true }
  }

  /// Ends the recording, unless another one has.
  func stop() {
    StreamRecorder.replace(by: nil) { $0 === self }
  }

  private static func replace(by recorder: StreamRecorder?, if isWanted: (StreamRecorder?) -> Bool) {
    let former = active.withLock { active -> StreamRecorder? in
      guard isWanted(active) else { return nil }
      isOn.store(recorder != nil, ordering: .releasing)
      defer { active = recorder }
      return active
    }
    former?.forget()
  }

  private func forget() {
    var over = State()
    over.isOver = true
    let former = state.exchange(over).kept
    for id in former.keys { EdgeRegistry.shared.edge(id)?.isRecorded.store(false, ordering: .relaxed) }
  }
}

/// What is kept of an edge. Times are in nanoseconds.
// Sendable: it is read and changed under the recorder's lock alone.
private final class Kept: @unchecked Sendable {
  struct Signal {
    let time: Int
    let kind: RecordedSignal.Kind
    let text: String
  }

  let parent: Edge.ID
  let isInner: Bool
  let origin: Origin?
  let began: Int

  /// How many inner streams of the stage were kept before this one.
  let ordinal: Int

  var inners = 0
  var name = ""
  var call: StageCall?
  var output = TypeText(Never.self)
  var failure = TypeText(Never.self)
  var signals: Ring<Signal>
  var lastValue: String?
  var values = 0
  var hasEnded = false

  /// Whether it is the edge below a stage of a name that is wanted.
  var isWanted = false

  /// Whether inputs of the stage were left out.
  var isIncomplete = false

  init(_ edge: Edge, _ origin: Origin?, began: Int, ordinal: Int, limit: Int) {
    (parent, isInner, self.origin, self.began) = (edge.parent, edge.isInner, origin, began)
    self.ordinal = ordinal
    signals = Ring(limit: limit)
  }
}

// MARK: Keeping

extension StreamRecorder {
  /// Begins to keep an edge, if the publisher that is attached has a name that is wanted, or sends to a stage that has.
  /// Of several publishers at an edge the last one is the stage that the program wrote.
  func attach<P: Publisher>(_ publisher: P, at edge: Edge, _ stage: Edge.Stage) {
    let name = streamName(of: P.self)
    let isWanted = matches(stage.checkpoint?.name ?? name)
    let (isStage, isInput) = state.withLock { state in
      (isWanted || state.kept[edge.id]?.isWanted == true, state.kept[edge.parent]?.isWanted == true)
    }
    guard isStage || isInput else { return }
    // Nothing else of the program is looked at: to read a publisher's properties may run code of the client.
    let call = isStage ? StageCall(of: publisher, named: name) : nil
    let (output, failure) = (TypeText(P.Output.self), TypeText(P.Failure.self))
    let origin = EdgeRegistry.shared.edge(edge.root)?.origin
    state.withLock { state in
      if state.isOver { return }
      let former = state.kept[edge.id]
      let stage = state.kept[edge.parent]
      if former == nil, state.kept.count >= StreamRecorder.streams, !state.makeRoom() {
        stage?.isIncomplete = true
        return
      }
      let kept =
        former ?? Kept(edge, origin, began: state.tick(clock()), ordinal: stage?.inners ?? 0, limit: limit)
      if former == nil, edge.isInner { stage?.inners += 1 }
      kept.isWanted = isStage
      (kept.name, kept.call, kept.output, kept.failure) = (name, call, output, failure)
      state.kept[edge.id] = kept
      edge.isRecorded.store(true, ordering: .relaxed)
    }
  }

  /// Notes that an edge is released: nothing will come from it.
  static func release(_ id: Edge.ID) {
    current?.state.withLock { $0.kept[id]?.hasEnded = true }
  }

  private func matches(_ name: String) -> Bool { patterns.contains { $0.matches(name) } }

  /// Keeps a signal. The text of a value may run code of the client, so it is made outside the lock.
  static func note(_ kind: RecordedSignal.Kind, _ text: @autoclosure () -> String, of edge: Edge) {
    guard let recorder = current else { return }
    let (time, text) = (recorder.clock(), text())
    recorder.state.withLock { state in
      guard let kept = state.kept[edge.id] else { return }
      kept.signals.append(Kept.Signal(time: state.tick(time), kind: kind, text: text))
      switch kind {
      case .value:
        kept.values += 1
        kept.lastValue = text
      case .request: break
      case .finished, .failure, .cancel: kept.hasEnded = true
      }
    }
  }
}

// MARK: Reading

extension StreamRecorder {
  /// The last value of an edge.
  func lastValue(of id: Edge.ID) -> String? { state.withLock { $0.kept[id]?.lastValue } }

  /// The numbers of the stages whose signals are kept, those that have ended among them.
  var recorded: Set<Edge.ID> {
    state.withLock { state in
      var recorded: Set<Edge.ID> = []
      for (id, stream) in state.kept where stream.isWanted { recorded.insert(id) }
      return recorded
    }
  }

  func recording(of id: Edge.ID, findsLine: Bool = true) -> StageRecording? {
    guard let origin = state.withLock({ $0.kept[id].map(\.origin) }) else { return nil }
    // To look it up takes long.
    let line = findsLine ? origin?.description : origin?.knownLine
    return state.withLock { state -> StageRecording? in
      guard let stage = state.kept[id], stage.isWanted, let call = stage.call else { return nil }
      var inputs: [StageRecording.Stream] = []
      for (input, stream) in state.kept where stream.parent == id {
        // What `retry` and `catch` subscribe to one after the other are inputs as any other.
        let isInner = stream.isInner && call.shape == .inner
        inputs.append(stream.stream(input, isInner: isInner, since: stage.began))
      }
      inputs.sort { ($0.isInner ? 1 : 0, $0.id) < ($1.isInner ? 1 : 0, $1.id) }
      return StageRecording(
        line: line, output: stage.stream(id, isInner: stage.isInner, since: stage.began), inputs: inputs,
        duration: seconds(state.tick(clock()) - stage.began), isIncomplete: stage.isIncomplete, call: call)
    }
  }
}

extension Kept {
  fileprivate func stream(_ id: Edge.ID, isInner: Bool, since zero: Int) -> StageRecording.Stream {
    var signals: [RecordedSignal] = []
    for signal in self.signals.elements {
      signals.append(RecordedSignal(seconds: seconds(signal.time - zero), kind: signal.kind, text: signal.text))
    }
    return StageRecording.Stream(
      id: id, name: name, isInner: isInner, ordinal: ordinal, began: seconds(began - zero), signals: signals,
      forgotten: self.signals.forgotten, forgottenValues: values - signals.count { $0.kind == .value }, output: output,
      failure: failure)
  }
}

private func seconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1e9 }
