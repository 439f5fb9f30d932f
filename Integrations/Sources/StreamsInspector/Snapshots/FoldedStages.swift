internal import StreamInspection

/// A stage as it is drawn, or several that are folded into one.
struct DrawnStage: Encodable {
  let id: Int
  let name: String
  let checkpoints: [String]
  /// The stage that it delivers to; `nil` for the end.
  let below: Int?
  let isInner: Bool
  /// The place in a list of objects, if the stage is one that may have several subscribers.
  let object: Int?
  /// `nil` is unlimited; of folded stages it is the sum, and so is what is delivered.
  let requested: Int?
  let delivered: Int
  let silence: Double?
  let isDelivering: Bool
  let thread: String?
  let state: StreamSnapshot.State
  let isAsked: Bool
  /// Of one stage alone; what is dropped is a sum, too. Only a recorded stage has a value.
  let buffered: Int?
  let capacity: Int?
  let dropped: Int
  let waitingSends: Int?
  let lastValue: String?
  let isRecorded: Bool
  /// Of the last stage of a chain that has equal ones beside it.
  let fold: Fold?

  struct Fold: Encodable {
    /// Names the equal chains in addresses, for as long as the process lives.
    let key: String
    /// How many chains this box stands for.
    let count: Int
    /// Whether these are unfolded, as far as there is room.
    let isOpen: Bool
    /// How many of them are asked for elements, and how many have ended.
    let asked: Int
    let ended: Int
    /// The names of one chain, from its source.
    let chain: [String]
  }
}

/// The stages of a pipeline in which equal chains into one stage are folded: those of inner streams from two on, others
/// from four on.
struct FoldedStages {
  /// How many stages are drawn at most.
  static let limit = 200

  /// How many chains of a fold are unfolded at most.
  static let unfolded = 20

  /// Each after the one that it delivers to.
  private(set) var stages: [DrawnStage] = []

  /// Whether stages are left out because they are too many.
  private(set) var isCut = false

  /// The objects of the stages that are drawn, and their places.
  private(set) var objects: [Int: Int] = [:]

  private let above: [Int?: [StreamSnapshot.Stage]]
  private let shapes: [Int: Int]
  private let keys: Set<String>

  init(_ pipeline: StreamSnapshot.Pipeline, unfolding keys: Set<String>) {
    let stages = pipeline.stages
    (above, shapes, self.keys) = (Dictionary(grouping: stages, by: \.below), Self.shapes(stages), keys)
    draw(above: nil)
    // What is nearer to the end is drawn first. The list grows while it is walked through.
    var next = 0
    while next < self.stages.count {
      let stage = self.stages[next]
      // The stages of a box that stands for several chains are not drawn.
      if (stage.fold?.count ?? 1) == 1 { draw(above: stage.id) }
      next += 1
    }
  }

  /// What is above a stage, in a number: equal for chains of equal names.
  ///
  /// Stages above come later in the list, so one walk from its end knows them.
  private static func shapes(_ stages: [StreamSnapshot.Stage]) -> [Int: Int] {
    var shapes: [Int: Int] = [:]
    var shapesAbove: [Int: Int] = [:]
    for stage in stages.reversed() {
      var hasher = Hasher()
      hasher.combine(stage.name)
      hasher.combine(stage.checkpoints)
      hasher.combine(shapesAbove[stage.id])
      let shape = hasher.finalize()
      shapes[stage.id] = shape
      if let below = stage.below { shapesAbove[below] = (shapesAbove[below] ?? 0) &* 31 &+ shape }
    }
    return shapes
  }

  private mutating func draw(above id: Int?) {
    var order: [Int] = []
    var equal: [Int: [StreamSnapshot.Stage]] = [:]
    for stage in above[id] ?? [] {
      let shape = shapes[stage.id] ?? 0
      if equal[shape] == nil { order.append(shape) }
      equal[shape, default: []].append(stage)
    }
    // The trunk first, then what flows into it.
    let groups = order.compactMap { equal[$0] }
    for group in groups where !group[0].isInner { draw(group) }
    for group in groups where group[0].isInner { draw(group) }
  }

  /// Draws equal chains.
  private mutating func draw(_ heads: [StreamSnapshot.Stage]) {
    guard heads.count >= (heads[0].isInner ? 2 : 4) else {
      for head in heads { add(head, nil) }
      return
    }
    let key = "\(heads[0].below ?? 0)-\(String(UInt(bitPattern: shapes[heads[0].id] ?? 0), radix: 16))"
    guard keys.contains(key) else { return add(heads[0], fold(heads, key: key, isOpen: false), folded: heads) }
    let shown = heads.count == Self.unfolded + 1 ? heads.count : Self.unfolded
    for head in heads.prefix(shown) { add(head, fold([head], key: key, isOpen: true)) }
    let rest = Array(heads.dropFirst(shown))
    if let first = rest.first { add(first, fold(rest, key: key, isOpen: true), folded: rest) }
  }

  private func fold(_ heads: [StreamSnapshot.Stage], key: String, isOpen: Bool) -> DrawnStage.Fold {
    DrawnStage.Fold(
      key: key, count: heads.count, isOpen: isOpen, asked: heads.count { $0.isAsked && !$0.hasEnded },
      ended: heads.count { $0.hasEnded }, chain: chain(heads[0]))
  }

  /// The names from a source to a stage: at a fork, the oldest branch.
  private func chain(_ head: StreamSnapshot.Stage) -> [String] {
    let limit = 6
    var names = [short(head.name, 60)]
    var last = head
    while names.count < limit, let next = above[last.id]?.first {
      names.append(short(next.name, 60))
      last = next
    }
    if above[last.id] != nil { names.append("…") }
    return names.reversed()
  }

  private mutating func add(
    _ stage: StreamSnapshot.Stage, _ fold: DrawnStage.Fold?, folded: [StreamSnapshot.Stage] = []
  ) {
    guard stages.count < Self.limit else {
      isCut = true
      return
    }
    let all = folded.isEmpty ? [stage] : folded
    let isRecorded = folded.isEmpty && stage.isRecorded
    let latest = all.min { ($0.silence ?? .infinity) < ($1.silence ?? .infinity) } ?? stage
    stages.append(
      DrawnStage(
        id: stage.id, name: short(stage.name, 100), checkpoints: stage.checkpoints.prefix(3).map { short($0, 100) },
        below: stage.below, isInner: stage.isInner, object: folded.isEmpty ? stage.object.map { place(of: $0) } : nil,
        requested: all.reduce(0) { sum, stage in
          sum.flatMap { sum in stage.requested.map { sum.addingReportingOverflow($0).partialValue } }
        },
        delivered: all.reduce(0) { $0 &+ $1.delivered }, silence: latest.silence,
        isDelivering: all.contains(where: \.isDelivering), thread: latest.thread, state: latest.state,
        isAsked: all.contains(where: \.isAsked), buffered: folded.isEmpty ? stage.buffered : nil,
        capacity: folded.isEmpty ? stage.capacity : nil, dropped: all.reduce(0) { $0 &+ $1.dropped },
        waitingSends: folded.isEmpty ? stage.waitingSends : nil,
        lastValue: isRecorded ? stage.lastValue.map { shown($0, 60) } : nil, isRecorded: isRecorded, fold: fold))
  }

  private mutating func place(of object: Int) -> Int {
    let place = objects[object] ?? objects.count
    objects[object] = place
    return place
  }
}
