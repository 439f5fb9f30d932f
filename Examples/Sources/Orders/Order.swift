import Foundation
import StreamsNATS

/// What a customer orders.
struct Order: Codable {
  let number: Int
  let customer: String
  let amount: Int
}

/// What a worker makes of an order.
struct Bill: Codable {
  let number: Int
  let customer: String
  let total: Int

  /// The amount with its tax.
  static func total(ofAmount amount: Int) -> Int {
    amount * 119 / 100
  }
}

/// The logs of the program.
enum Logs {
  static let orders = "ORDERS"
  static let bills = "BILLS"

  static func subjects(partitions: Int) -> (orders: KeyedSubjects, bills: KeyedSubjects) {
    (KeyedSubjects("orders", partitions: partitions), KeyedSubjects("bills", partitions: partitions))
  }

  /// The durable consumer of a partition, which the workers share. It delivers a message when the one before is
  /// acknowledged, so that a message of a worker that ended is not overtaken.
  static func consumer(ofPartition partition: Int, subjects: KeyedSubjects) -> ConsumerConfiguration {
    var configuration = ConsumerConfiguration(
      "billing-\(partition)", subject: subjects.subject(ofPartition: partition))
    configuration.maximumUnacknowledged = 1
    configuration.acknowledgementWait = .seconds(3)
    return configuration
  }
}
