package import BenchModel
import Foundation

/// The result of one row.
package struct Row: Sendable {
  package let name: String
  package let goal: Benchmark.Goal

  /// What the row has reached, if it is known to miss its goal.
  package let reached: Benchmark.Goal?
  package let isOfMemory: Bool
  package let streams: Double
  package let floor: Double?
  package let openCombine: Double?
  package let asyncAlgorithms: Double?

  /// The figure of the row that a goal names; it takes turns with this one.
  package let reference: Double?

  /// How many allocations an element takes, of the toolkit's pipeline; `nil` where they are not counted.
  package let allocations: Allocations?

  /// What a run adds to the resident memory, of the toolkit's pipeline; `nil` where it is not measured.
  package var memory: PeakMemory?

  /// How much the slowest of several senders has sent when the fastest has sent all: each contestant's.
  package var shares: [Double?] = []

  /// - Parameters:
  ///   - name: The name of the row.
  ///   - goal: The goal of the row.
  ///   - reached: What the row has reached, if it is known to miss its goal.
  ///   - isOfMemory: Whether the figures are bytes instead of nanoseconds.
  ///   - figures: Each contestant's figure: nanoseconds per element, or bytes per subscription.
  ///   - reference: The figure of the row that a goal names.
  ///   - allocations: How many allocations an element takes.
  package init(
    name: String, goal: Benchmark.Goal, reached: Benchmark.Goal? = nil, isOfMemory: Bool, figures: [Double?],
    reference: Double? = nil,
    allocations: Allocations? = nil
  ) {
    self.name = name
    self.reference = reference
    self.allocations = allocations
    self.goal = goal
    self.reached = reached
    self.isOfMemory = isOfMemory
    let figures = Dictionary(uniqueKeysWithValues: zip(Contender.allCases, figures))
    streams = (figures[.streams] ?? nil) ?? .nan
    floor = figures[.floor] ?? nil
    openCombine = figures[.openCombine] ?? nil
    asyncAlgorithms = figures[.asyncAlgorithms] ?? nil
  }

  package var ofOpenCombine: Double? { openCombine.map { streams / $0 } }
  package var ofFloor: Double? { floor.map { streams / $0 } }
  package var ofAsync: Double? { asyncAlgorithms.map { streams / $0 } }
  package var ofReference: Double? { reference.map { streams / $0 } }

  /// The ratio to the goal: at most 1 is reached. `nil` without a goal.
  package var shareOfGoal: Double? { share(of: goal) }

  /// Compares the row with its goal, or if it is known to miss that, with what it has reached.
  ///
  /// - Parameter tolerance: The share of the goal that is enough: 1 on a quiet machine.
  /// - Returns: Whether the row fails a check.
  package func failsCheck(tolerance: Double) -> Bool {
    (share(of: reached?.filled(from: goal) ?? goal) ?? 0) > 1 / tolerance
  }

  /// Whether the row is on the list of misses, and has reached its goal.
  package var isListedInVain: Bool { reached != nil && (shareOfGoal ?? 0) <= 1 }

  private func share(of limits: Benchmark.Goal) -> Double? {
    [
      (limits.ofOpenCombine, ofOpenCombine), (limits.ofFloor, ofFloor), (limits.ofAsync, ofAsync),
      (limits.ofReference, ofReference),
    ].compactMap { limit, ratio -> Double? in
      guard let limit, let ratio else { return nil }
      return ratio / limit
    }.max()
  }

  private func share(_ index: Int) -> Double? { shares.indices.contains(index) ? shares[index] : nil }

  /// The row as a line of JSON.
  package func json() throws -> String {
    let line = Line(
      case: name, streams_ns: isOfMemory ? nil : streams, floor_ns: floor,
      opencombine_ns: isOfMemory ? nil : openCombine, asyncalgorithms_ns: asyncAlgorithms,
      bytes_per_subscription: isOfMemory ? streams : nil,
      opencombine_bytes_per_subscription: isOfMemory ? openCombine : nil, goal_of_opencombine: goal.ofOpenCombine,
      goal_of_floor: goal.ofFloor, goal_of_async: goal.ofAsync, reference_ns: reference,
      goal_of_reference: goal.ofReference, allocations: allocations?.perElement,
      permitted_allocations: allocations?.permitted, resident_bytes: memory?.before,
      peak_growth_bytes: memory?.growth, slowest_sender: share(0), floor_slowest_sender: share(1),
      opencombine_slowest_sender: share(2))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(line), as: UTF8.self)
  }

  // The property names are the keys of the JSON.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private struct Line: Encodable {
    let `case`: String
    let streams_ns: Double?
    let floor_ns: Double?
    let opencombine_ns: Double?
    let asyncalgorithms_ns: Double?
    let bytes_per_subscription: Double?
    let opencombine_bytes_per_subscription: Double?
    let goal_of_opencombine: Double?
    let goal_of_floor: Double?
    let goal_of_async: Double?
    let reference_ns: Double?
    let goal_of_reference: Double?
    let allocations: Double?
    let permitted_allocations: Double?
    let resident_bytes: Int?
    let peak_growth_bytes: Int?
    let slowest_sender: Double?
    let floor_slowest_sender: Double?
    let opencombine_slowest_sender: Double?

    enum CodingKeys: String, CodingKey, CaseIterable {
      case `case`, streams_ns, floor_ns, opencombine_ns, asyncalgorithms_ns, bytes_per_subscription
      case opencombine_bytes_per_subscription, goal_of_opencombine, goal_of_floor, goal_of_async
      case reference_ns, goal_of_reference, allocations, permitted_allocations
      case resident_bytes, peak_growth_bytes, slowest_sender, floor_slowest_sender, opencombine_slowest_sender
    }

    /// The first five keys are always present; a missing figure is `null`.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(`case`, forKey: .case)
      try container.encode(streams_ns, forKey: .streams_ns)
      try container.encode(floor_ns, forKey: .floor_ns)
      try container.encode(opencombine_ns, forKey: .opencombine_ns)
      try container.encode(asyncalgorithms_ns, forKey: .asyncalgorithms_ns)
      try container.encodeIfPresent(bytes_per_subscription, forKey: .bytes_per_subscription)
      try container.encodeIfPresent(opencombine_bytes_per_subscription, forKey: .opencombine_bytes_per_subscription)
      try container.encodeIfPresent(goal_of_opencombine, forKey: .goal_of_opencombine)
      try container.encodeIfPresent(goal_of_floor, forKey: .goal_of_floor)
      try container.encodeIfPresent(goal_of_async, forKey: .goal_of_async)
      try container.encodeIfPresent(reference_ns, forKey: .reference_ns)
      try container.encodeIfPresent(goal_of_reference, forKey: .goal_of_reference)
      try container.encodeIfPresent(allocations, forKey: .allocations)
      try container.encodeIfPresent(permitted_allocations, forKey: .permitted_allocations)
      try container.encodeIfPresent(resident_bytes, forKey: .resident_bytes)
      try container.encodeIfPresent(peak_growth_bytes, forKey: .peak_growth_bytes)
      try container.encodeIfPresent(slowest_sender, forKey: .slowest_sender)
      try container.encodeIfPresent(floor_slowest_sender, forKey: .floor_slowest_sender)
      try container.encodeIfPresent(opencombine_slowest_sender, forKey: .opencombine_slowest_sender)
    }
  }
}
