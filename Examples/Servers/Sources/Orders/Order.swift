import Foundation
import StreamsNATS

/// What a customer orders.
struct Order: Codable, Equatable {
  let number: Int
  let customer: String
  let amount: Int

  /// What a worker makes of it.
  var bill: Bill { Bill(number: number, customer: customer, total: amount * 119 / 100) }
}

/// What a worker makes of an order.
struct Bill: Codable, Equatable {
  let number: Int
  let customer: String

  /// The amount with its tax.
  let total: Int
}

/// The logs of the program.
enum Logs {
  static let orders = "ORDERS"
  static let bills = "BILLS"

  static func subjects(partitions: Int) -> (orders: KeyedSubjects, bills: KeyedSubjects) {
    (KeyedSubjects("orders", partitions: partitions), KeyedSubjects("bills", partitions: partitions))
  }

  /// How the workers take turns at the partitions.
  static func turns(partitions: Int) -> TurnsConfiguration {
    var turns = TurnsConfiguration("BILLING", of: orders, subjects: subjects(partitions: partitions).orders)
    turns.replicas = 3
    turns.maximumFetch = 200
    return turns
  }
}
