/// What a run has shown.
struct Outcome {
  let orders: Int
  let expectedTotal: Int
  let report: Report
  let time: Duration

  /// How many repeats the log has dropped.
  let repeatsDropped: Int

  /// The largest memory of a worker at a tenth of the way and at the end, in kilobytes.
  let earlyMemory: Int
  let largestMemory: Int

  /// Orders in a second.
  var rate: Int { orders * 1_000 / max(1, Int(time / .milliseconds(1))) }

  /// What a worker may take, in kilobytes: the program takes half of it, and the orders that it has asked for next to
  /// nothing.
  static let memoryLimit = 64 * 1_024

  /// Whether each order has been billed, once and in its customer's order, by workers whose memory is bounded.
  var isRight: Bool {
    report.bills == orders && report.outOfOrder == 0 && report.total == expectedTotal
      && largestMemory <= Self.memoryLimit
  }

  var text: String {
    """
    \(report.bills) of \(orders) orders billed in \(seconds(time)): \(rate) a second
    total: \(report.total), expected: \(expectedTotal)
    out of order: \(report.outOfOrder)
    repeats: \(repeatsDropped) dropped by the log, \(report.repeats) by the aggregator
    longest time without a bill: \(seconds(report.longestGap))
    largest memory of a worker: \(earlyMemory / 1_024) MiB at a tenth of the way, \(largestMemory / 1_024) MiB at the end
    """
  }
}

/// A time in seconds, with one decimal.
func seconds(_ time: Duration) -> String {
  let tenths = Int(time / .milliseconds(100))
  return "\(tenths / 10).\(tenths % 10) s"
}

/// A table of the throughput with each number of workers.
func comparison(_ rates: [(workers: Int, rate: Int)]) -> String {
  let first = max(1, rates.first?.rate ?? 1)
  let lines = rates.map { workers, rate in
    "| \(workers) | \(rate) | \(rate * 10 / first / 10).\(rate * 10 / first % 10) |"
  }
  let head = ["| workers | orders a second | times that of one |", "| ---: | ---: | ---: |"]
  return (head + lines).joined(separator: "\n")
}
