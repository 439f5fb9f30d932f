import ArgumentParser
import Foundation
import StreamCoding
import StreamCombining
import StreamConcurrency
import StreamCore
import StreamMapping
import StreamsNATS

/// A worker process: makes bills of orders. Any number of them share the partitions.
struct Worker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Option var servers: String
  @Option var partitions: Int
  @Option var delay = 0

  func run() async throws {
    let client = JetStream(servers: servers.split(separator: ",").map(String.init), options: .ofProgram)
    let subjects = Logs.subjects(partitions: partitions)
    let consumers = (0..<partitions).map { partition in
      client.consumer(Logs.consumer(ofPartition: partition, subjects: subjects.orders), of: Logs.orders)
    }
    let (decoder, encoder, delay) = (JSONDecoder(), JSONEncoder(), delay)
    let receipts = Publishers.MergeMany(consumers)
      .acknowledging(into: client.stream(Logs.bills), window: partitions) { message -> OutgoingMessage? in
        let order = try message.decode(Order.self, with: decoder)
        if delay > 0 { usleep(UInt32(delay)) }
        let bill = Bill(number: order.number, customer: order.customer, total: Bill.total(ofAmount: order.amount))
        return OutgoingMessage(
          subject: subjects.bills.subject(ofKey: bill.customer), payload: try encoder.encode(bill),
          id: "\(bill.number)", key: bill.customer)
      }
    for try await receipt in receipts.values where receipt.isDuplicate {
      print("A repeat was dropped by the log: \(receipt.id)")
    }
  }
}

extension JetStreamOptions {
  /// Options that notice a paused server soon.
  static var ofProgram: JetStreamOptions {
    var options = JetStreamOptions()
    options.pingInterval = .seconds(1)
    options.reconnectDelay = .milliseconds(100)
    return options
  }
}
