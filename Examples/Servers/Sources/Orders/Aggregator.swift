import Foundation
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamFiltering
import StreamMapping
import StreamsNATS
import Synchronization

/// What the aggregator found.
struct Report: Equatable {
  var bills = 0
  var repeats = 0
  var outOfOrder = 0
  var total = 0

  /// The longest time without a new bill.
  var longestGap = Duration.zero
}

/// Adds bills up, leaves repeats out, and checks the order of each customer.
final class Aggregator: Sendable {
  private struct State {
    var report = Report()
    var seen: [Bool]
    var last: [String: Int] = [:]
    var latest: ContinuousClock.Instant?
  }

  private let count: Int
  private let state: Mutex<State>

  /// - Parameter count: The number of orders, which are numbered from zero.
  init(orders count: Int) {
    self.count = count
    state = Mutex(State(seen: [Bool](repeating: false, count: count)))
  }

  var report: Report { state.withLock { $0.report } }

  /// How much of the work is done, from 0 to 1.
  var done: Double { Double(state.withLock { $0.report.bills }) / Double(count) }

  /// - Returns: Whether all orders are billed.
  func take(_ bill: Bill, at now: ContinuousClock.Instant) -> Bool {
    state.withLock { state in
      if state.seen[bill.number] {
        state.report.repeats += 1
        return state.report.bills == count
      }
      state.seen[bill.number] = true
      if let number = state.last[bill.customer], number > bill.number { state.report.outOfOrder += 1 }
      state.last[bill.customer] = bill.number
      state.report.bills += 1
      state.report.total += bill.total
      if let latest = state.latest { state.report.longestGap = max(state.report.longestGap, now - latest) }
      state.latest = now
      return state.report.bills == count
    }
  }

  /// Reads the bills in the order of their log, until all orders are billed.
  func run(_ client: JetStream) async throws {
    let decoder = JSONDecoder()
    let isComplete = client.replay(of: Logs.bills)
      .tryMap { [self] message in take(try message.decode(Bill.self, with: decoder), at: .now) }
      .first { $0 }
    for try await _ in isComplete.values {}
  }
}
