public import CoreMetrics
public import StreamCore
internal import StreamInspection

extension StreamMetrics {
  /// Sets gauges to what the inspector sees at each checkpoint, once in an interval.
  ///
  ///     StreamInspector.arm()
  ///     let gauges = StreamMetrics.checkpointGauges()
  ///     let cancellable = feed.checkpoint("orders").sink { show($0) }
  ///
  /// The meters have the dimension `checkpoint` with the name. They add up all places with the name, in the living
  /// pipelines that `StreamInspector.snapshot()` shows:
  ///
  /// - `streams.checkpoint.pipelines`: the pipelines, with those that have ended and are retained.
  /// - `streams.checkpoint.values`: the values that have passed. It falls when a pipeline is released, or an inner
  ///   stream with the checkpoint; `meter(_:dimensions:signals:factory:)` has a total that never falls.
  /// - `streams.checkpoint.outstanding`: the values that were asked for and have not come yet. A stream that has ended,
  ///   or was asked for an unlimited number, adds none.
  /// - `streams.checkpoint.outstanding.unlimited`: the streams that were asked for an unlimited number, and have not
  ///   ended.
  ///
  /// When no living pipeline has a name any more, its meters are zero for one interval, and are then destroyed. So
  /// names that vary take memory only as long as their pipelines live. Still choose them from a small set: each is a
  /// metric of its own.
  ///
  /// The factory is looked for each time. If it is the `NOOPMetricsHandler`, as before a program has bootstrapped the
  /// metrics, the pipelines are not looked at. The inspector does not see what was subscribed to before it was armed:
  /// if it never was, no meter is made.
  ///
  /// - **Threads**: a task of its own takes the snapshots and calls the factory, never under a lock.
  ///
  /// - Parameters:
  ///   - interval: The time from one look to the next; above zero, or the program stops. The first look is at once.
  ///   - factory: Makes the meters; `nil` for that of the calling task, or else of the process.
  /// - Returns: Stops when it is cancelled or released: soon afterwards the meters are set to zero and destroyed. Have
  ///   one at a time for a factory: a second one sets and destroys the same meters.
  /// - Complexity: O(*n* log *n*) for each look, where *n* is the number of edges of living pipelines. When a line has
  ///   subscribed for the first time, the look finds it, which takes milliseconds, and a second in a program of 200 MB.
  public static func checkpointGauges(
    every interval: Duration = .seconds(10), factory: (any MetricsFactory)? = nil
  ) -> AnyCancellable {
    precondition(interval > .zero, "Gauges are set once in an interval above zero, not \(interval).")
    let task = Task {
      await setCheckpointGauges(factory: factory) {
        StreamInspector.snapshot()
      } wait: {
        try await Task.sleep(for: interval)
      }
    }
    let stop: @Sendable () -> Void = { task.cancel() }
    return AnyCancellable(stop)
  }

  /// Sets gauges again after each wait, and removes them when one throws.
  static func setCheckpointGauges(
    factory: (any MetricsFactory)?, take: () -> StreamSnapshot, wait: () async throws -> Void
  ) async {
    var gauges = CheckpointGauges()
    repeat {
      if let factory = MetricsSource.active(factory) { gauges.set(to: take(), factory: factory) }
    } while (try? await wait()) != nil
    gauges.remove()
  }
}

/// The meters of the checkpoints that are there, and of those that were there at the last look.
struct CheckpointGauges {
  private var gauges: [String: (meters: CheckpointMeters, isGone: Bool)] = [:]

  /// Sets the meters to a snapshot. What is gone stays at zero until the next one: a backend that reads at an interval
  /// of its own would keep the last number otherwise.
  mutating func set(to snapshot: StreamSnapshot, factory: any MetricsFactory) {
    let counts = CheckpointCount.counts(in: snapshot)
    for (name, gauge) in gauges where counts[name] == nil {
      if gauge.isGone {
        gauge.meters.destroy()
        gauges[name] = nil
      } else {
        gauge.meters.set(to: CheckpointCount())
        gauges[name] = (gauge.meters, isGone: true)
      }
    }
    for (name, count) in counts {
      let meters = gauges[name]?.meters ?? CheckpointMeters(name, factory: factory)
      meters.set(to: count)
      gauges[name] = (meters, isGone: false)
    }
  }

  /// Sets all to zero, for backends that keep the last number, and destroys them.
  mutating func remove() {
    for gauge in gauges.values {
      gauge.meters.set(to: CheckpointCount())
      gauge.meters.destroy()
    }
    gauges = [:]
  }
}

/// What is counted at the checkpoints of one name.
private struct CheckpointCount {
  var pipelines = 0
  var unlimited = 0

  // A sum of demand may be beyond the range of `Int`.
  var values = 0.0
  var outstanding = 0.0

  static func counts(in snapshot: StreamSnapshot) -> [String: CheckpointCount] {
    var counts: [String: CheckpointCount] = [:]
    for pipeline in snapshot.pipelines {
      var names: Set<String> = []
      for stage in pipeline.stages where !stage.checkpoints.isEmpty {
        let own = Set(stage.checkpointNames)
        for name in own { counts[name, default: CheckpointCount()].add(stage) }
        names.formUnion(own)
      }
      for name in names { counts[name]?.pipelines += 1 }
    }
    return counts
  }

  private mutating func add(_ stage: StreamSnapshot.Stage) {
    values += Double(stage.delivered)
    if stage.hasEnded { return }
    if let number = stage.outstanding { outstanding += Double(number) } else { unlimited += 1 }
  }
}

private struct CheckpointMeters {
  private let pipelines: Meter
  private let values: Meter
  private let outstanding: Meter
  private let unlimited: Meter

  init(_ name: String, factory: any MetricsFactory) {
    let metrics = NamedMetrics(dimensions: [("checkpoint", name)], factory: factory)
    pipelines = metrics.meter("streams.checkpoint.pipelines")
    values = metrics.meter("streams.checkpoint.values")
    outstanding = metrics.meter("streams.checkpoint.outstanding")
    unlimited = metrics.meter("streams.checkpoint.outstanding.unlimited")
  }

  func set(to count: CheckpointCount) {
    pipelines.set(count.pipelines)
    values.set(count.values)
    outstanding.set(count.outstanding)
    unlimited.set(count.unlimited)
  }

  func destroy() {
    for meter in [pipelines, values, outstanding, unlimited] { meter.destroy() }
  }
}
