internal import StreamInspection

/// The latest snapshot, which all requests share: many open pages cost no more than one.
final class SharedSnapshots {
  /// The pause from one snapshot to the next, in seconds. It is at least as long as the snapshot took: however many
  /// pipelines there are, the inspector uses no more than half a core.
  static let pause = 0.5

  private let clock: () -> Double
  private let take: () -> StreamSnapshot
  private var growth = GrowthRecord()
  private var current: (view: SnapshotView, completed: Double)?

  /// - Parameters:
  ///   - clock: The seconds since any moment.
  ///   - take: Takes a snapshot.
  init(clock: @escaping () -> Double = secondsOfClock(), take: @escaping () -> StreamSnapshot) {
    (self.clock, self.take) = (clock, take)
  }

  var latest: SnapshotView {
    let now = clock()
    if let current, now - current.completed < max(Self.pause, current.completed - current.view.moment) {
      return current.view
    }
    var view = SnapshotView(take(), at: now)
    growth.note(view)
    view.growth = growth
    current = (view, clock())
    return view
  }
}

/// A clock that begins now.
private func secondsOfClock() -> () -> Double {
  let start = ContinuousClock.now
  return { (ContinuousClock.now - start) / .seconds(1) }
}

/// How many pipelines each line had in the last minute, as far as somebody has looked.
struct GrowthRecord {
  /// How far back it reaches, in seconds.
  static let reach = 60.0

  /// The time between two samples that are kept, in seconds.
  private static let spacing = 2.0

  private var samples: [(moment: Double, counts: [String: Int])] = []

  mutating func note(_ view: SnapshotView) {
    samples.removeAll { view.moment - $0.moment > Self.reach }
    if let last = samples.last, view.moment - last.moment < Self.spacing { return }
    samples.append((view.moment, view.groups.reduce(into: [:]) { $0[$1.id] = $1.pipelines.count }))
  }

  /// How many more a group has than at the first look within the last minute, and how long ago that was in seconds;
  /// `nil` at the first look.
  func growth(of group: SnapshotView.Group, at moment: Double) -> (more: Int, within: Double)? {
    guard let first = samples.first, first.moment < moment else { return nil }
    return (group.pipelines.count - (first.counts[group.id] ?? 0), moment - first.moment)
  }
}
