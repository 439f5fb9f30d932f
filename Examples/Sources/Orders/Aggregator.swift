import Foundation
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamMapping
import StreamsNATS

/// What the aggregator found.
struct Report {
  var bills = 0
  var repeats = 0
  var outOfOrder = 0
  var total = 0
}

/// Reads the bills in the order of their log: adds them up, leaves repeats out, and checks the order of each customer.
func aggregate(_ client: JetStream, orders count: Int, progress: @Sendable (Int) -> Void) async throws -> Report {
  var report = Report()
  var seen = [Bool](repeating: false, count: count)
  var last: [String: Int] = [:]
  let decoder = JSONDecoder()
  let bills = client.replay(of: Logs.bills).tryMap { message -> Bill in try message.decode(Bill.self, with: decoder) }
  for try await bill in bills.values {
    if seen[bill.number] {
      report.repeats += 1
      continue
    }
    seen[bill.number] = true
    if let number = last[bill.customer], number > bill.number { report.outOfOrder += 1 }
    last[bill.customer] = bill.number
    report.bills += 1
    report.total += bill.total
    progress(report.bills)
    if report.bills == count { break }
  }
  return report
}
