/// A job that is done in two ways: through the toolkit, and with the library used bare.
struct Row: Sendable {
  /// What is compared.
  let name: String

  /// The library.
  let library: String

  /// What one is counted of: "row", "byte", "message", "value".
  let unit: String

  /// How many of them a round has.
  let count: Int

  /// The least share of the bare library's throughput.
  let goal: Double

  /// The least share that `--check` accepts, with the reason, if the goal is not reached.
  var accepted: (share: Double, reason: String)?

  /// Does the job through the toolkit. It must count as many as the row says.
  let ours: Job

  /// Does the job with the library used bare.
  let bare: Job

  typealias Job = @Sendable () async throws -> Int
}

/// What a row's rounds have found.
struct RowResult {
  let row: Row
  let ours: Cost
  let bare: Cost

  /// The share of the bare library's throughput, in processor time.
  var share: Double { bare.processor / ours.processor }

  /// The same in the time that has passed.
  var shareOfTime: Double { bare.passed / ours.passed }

  var limit: Double { row.accepted?.share ?? row.goal }

  var isGood: Bool { share >= limit }
}
