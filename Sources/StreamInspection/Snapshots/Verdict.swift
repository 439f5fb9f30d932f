/// What a pipeline does, or waits for.
public struct Verdict: Sendable, Codable, Hashable, CustomStringConvertible {
  /// The kinds of verdicts.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Signals come.
    case runs
    /// The end has asked, and nothing comes from a source.
    case waitsForSource = "waits for its source"
    /// A subscriber requests nothing, or has not returned from a delivery.
    case waitsForReader = "waits for its reader"
    /// A stage has elements, and its subscriber requests none of them.
    case full
    /// The stream has ended, and something retains its subscriber or its subscription.
    case endedButRetained = "ended, but retained"
    /// A connectable publisher that nothing has connected.
    case neverConnected = "never connected"
  }

  /// The kind.
  public let kind: Kind

  /// Which stage, and for how long, in words.
  public let reason: String

  /// How long the pipeline has waited, in seconds; `nil` if it runs, or has ended.
  public let waited: Double?

  /// The kind and the reason.
  public var description: String { reason.isEmpty ? kind.rawValue : "\(kind.rawValue): \(reason)" }
}

extension Verdict {
  /// How long a pipeline may be silent before it is said to wait, in seconds.
  static let patience = 1.0

  /// Judges a pipeline by its stages, of which some are connectable publishers that nothing has connected.
  init(_ pipeline: StreamSnapshot.Pipeline, unconnected: Set<Int>) {
    (kind, reason, waited) = Walk(pipeline: pipeline, tree: StageTree(pipeline), unconnected: unconnected).verdict
  }
}

/// Goes up from the end of a pipeline to the stage that it waits for.
private struct Walk {
  let pipeline: StreamSnapshot.Pipeline
  let tree: StageTree
  let unconnected: Set<Int>

  typealias Finding = (kind: Verdict.Kind, reason: String, waited: Double?)

  private static let runs: Finding = (.runs, "", nil)

  var verdict: Finding {
    guard let last = tree.stages(above: nil).first else { return Self.runs }
    if last.hasEnded && !last.isDelivering {
      return (.endedButRetained, "\(last.state.rawValue), and its subscriber or its subscription is still there", nil)
    }
    // A delivery that does not return is what all stages above wait for.
    for stage in pipeline.stages where stage.isDelivering {
      guard let silence = stage.silence, silence >= Verdict.patience else { continue }
      return (.waitsForReader, "\(reader(of: stage)) has not returned for \(duration(silence))", silence)
    }
    if last.state != .attached && !last.isAsked {
      let silence = last.silence ?? last.age
      if let held = holding(above: last) { return (.full, "\(held); \(pipeline.end) asks for nothing", silence) }
      return (.waitsForReader, "\(pipeline.end) asks for nothing (it has received \(last.delivered))", silence)
    }
    let finding = source(above: last)
    // A side of a join may be silent for long while the other one delivers.
    return (finding.kind, finding.reason, finding.waited.map { min($0, last.silence ?? .infinity) })
  }

  /// The verdict if the subscriber of a stage has requested elements.
  private func source(above stage: StreamSnapshot.Stage) -> Finding {
    if unconnected.contains(stage.id) { return (.neverConnected, "nothing has connected \(stage.name)", stage.age) }
    if stage.state == .attached { return (.waitsForSource, "\(stage.name) has sent no subscription", stage.age) }
    let silence = stage.silence ?? stage.age
    if let kept = kept(by: stage), silence >= Verdict.patience {
      return (.waitsForSource, "\(stage.name) keeps \(kept), and has sent nothing for \(duration(silence))", silence)
    }
    let above = tree.stages(above: stage.id).filter { !$0.hasEnded }
    if let inner = above.last(where: { $0.isInner && $0.isAsked }) {
      let (kind, reason, waited) = source(above: inner)
      // What the user sees is that nothing else comes.
      let isFull = kind != .runs && above.contains { !$0.isInner && !$0.isAsked }
      return (kind, isFull ? "\(reason); \(stage.name) asks for nothing else until that ends" : reason, waited)
    }
    // Of several it waits for the one that has been silent for longest: a side of `zip` without any element.
    let asked = above.filter(\.isAsked).max { ($0.silence ?? .infinity) < ($1.silence ?? .infinity) }
    if let asked { return source(above: asked) }
    if let idle = above.first {
      if let held = holding(above: stage) { return (.full, held, silence) }
      if silence < Verdict.patience { return Self.runs }
      return (.waitsForReader, "\(stage.name) asks \(idle.name) for nothing, for \(duration(silence))", silence)
    }
    if silence < Verdict.patience { return Self.runs }
    let wanted = stage.outstanding.map { "asked for \($0)" } ?? "asked for all"
    let sent = stage.delivered == 0 ? "nothing for" : "\(stage.delivered), and nothing for the last"
    return (.waitsForSource, "\(stage.name), \(wanted), has sent \(sent) \(duration(silence))", silence)
  }

  /// What a stage keeps, if it is full.
  private func holding(above stage: StreamSnapshot.Stage) -> String? {
    guard let kept = kept(by: stage), tree.stages(above: stage.id).first?.isAsked == false || stage.isFull else {
      return nil
    }
    return "\(stage.name) keeps \(kept)"
  }

  /// How many elements a stage has received that it will deliver, of how many.
  private func kept(by stage: StreamSnapshot.Stage) -> String? {
    guard let buffered = stage.buffered, buffered > 0 else { return nil }
    return stage.capacity.map { "\(buffered) of \($0)" } ?? "\(buffered)"
  }

  private func reader(of stage: StreamSnapshot.Stage) -> String {
    guard let below = stage.below else { return pipeline.end }
    return pipeline.stages.first { $0.id == below }?.name ?? pipeline.end
  }
}

/// The stages that deliver each element that they receive and do not drop, once.
let keeping: Set<String> = ["boundedBuffer", "buffer", "receiveOn", "delay", "rateLimited"]

/// A duration in words.
func duration(_ seconds: Double) -> String {
  let whole = Int(seconds)
  if whole >= 3_600 { return "\(whole / 3_600) h \(whole % 3_600 / 60) min" }
  if whole >= 60 { return "\(whole / 60) min \(whole % 60) s" }
  return "\(Int(seconds * 10) / 10).\(Int(seconds * 10) % 10) s"
}
