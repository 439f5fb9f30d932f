import ArgumentParser
import Foundation
import StreamCoding
import StreamConcurrency
import StreamCore
import StreamMapping
import StreamsNATS
import Synchronization

/// A worker process: makes bills of orders. Any number of them take turns at the partitions.
struct Worker: AsyncParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Option var servers: String
  @Option var partitions: Int
  @Option var turns: Int
  @Option var delay = 0

  func run() async throws {
    endWithInput()
    let client = JetStream(servers: servers.split(separator: ",").map(String.init), options: .ofProgram)
    let subjects = Logs.subjects(partitions: partitions).bills
    let (decoder, encoder, desk) = (JSONDecoder(), JSONEncoder(), Desk(delay: delay))
    let turns = client.inTurns(Logs.turns(partitions: partitions), partitions: turns) { messages in
      messages
        .tryMap { message -> OutgoingMessage in
          let bill = desk.bill(for: try message.decode(Order.self, with: decoder))
          return OutgoingMessage(
            subject: subjects.subject(ofKey: bill.customer), payload: try encoder.encode(bill), id: "\(bill.number)",
            key: bill.customer)
        }
        .publish(to: client.stream(Logs.bills), window: 200)
        .map { receipt in
          if receipt.isDuplicate { print("A repeat was dropped by the log: \(receipt.id)") }
        }
    }
    for try await _ in turns.values {}
  }

  /// Ends the process when the program that started it has ended.
  private func endWithInput() {
    Thread.detachNewThread {
      while let data = try? FileHandle.standardInput.read(upToCount: 1), !data.isEmpty {}
      Foundation.exit(0)
    }
  }
}

/// Where a worker makes bills: one after the other, each in the time that it takes.
final class Desk: Sendable {
  private let delay: UInt32
  private let isTaken = Mutex(())

  /// - Parameter delay: The time for a bill, in microseconds.
  init(delay: Int) {
    self.delay = UInt32(delay)
  }

  func bill(for order: Order) -> Bill {
    if delay > 0 { isTaken.withLock { _ in _ = usleep(delay) } }
    return order.bill
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
