import Foundation
import Testing

@testable import Orders

@Suite("Parts of the program orders")
struct PartsTests {
  private func bill(_ number: Int, _ customer: String = "a") -> Bill {
    Bill(number: number, customer: customer, total: 10)
  }

  @Test("A bill is of its order, with the tax")
  func bill() {
    let order = Order(number: 7, customer: "a", amount: 200)
    #expect(order.bill == Bill(number: 7, customer: "a", total: 238))
    #expect(Desk(delay: 0).bill(for: order) == order.bill)
  }

  @Test("The aggregator adds up, and knows when it is done")
  func aggregates() {
    let aggregator = Aggregator(orders: 3)
    let start = ContinuousClock.now
    #expect(!aggregator.take(bill(0), at: start))
    #expect(!aggregator.take(bill(2, "b"), at: start + .seconds(3)))
    #expect(aggregator.done == 2.0 / 3)
    #expect(aggregator.take(bill(1), at: start + .seconds(4)))
    #expect(aggregator.report == Report(bills: 3, total: 30, longestGap: .seconds(3)))
  }

  @Test("The aggregator leaves repeats out, wherever they come")
  func repeats() {
    let aggregator = Aggregator(orders: 3)
    for number in [0, 1, 0, 1] { #expect(!aggregator.take(bill(number), at: .now)) }
    #expect(aggregator.take(bill(2), at: .now))
    #expect(aggregator.take(bill(2), at: .now))
    let report = aggregator.report
    #expect(report.bills == 3 && report.repeats == 3 && report.outOfOrder == 0 && report.total == 30)
  }

  @Test("The aggregator sees what is out of order, for each customer alone")
  func order() {
    let aggregator = Aggregator(orders: 5)
    for (number, customer) in [(1, "a"), (0, "b"), (3, "a"), (2, "a"), (4, "b")] {
      _ = aggregator.take(bill(number, customer), at: .now)
    }
    #expect(aggregator.report.outOfOrder == 1)
  }

  @Test("An outcome is right if all are billed, in order, with the expected total")
  func outcome() {
    func outcome(_ report: Report, memory: Int = 21_504) -> Outcome {
      Outcome(
        orders: 3, expectedTotal: 30, report: report, time: .milliseconds(1_500), repeatsDropped: 4,
        earlyMemory: 20_480, largestMemory: memory)
    }
    let right = outcome(Report(bills: 3, repeats: 2, total: 30, longestGap: .milliseconds(340)))
    #expect(right.isRight)
    #expect(right.rate == 2)
    #expect(
      right.text == """
        3 of 3 orders billed in 1.5 s: 2 a second
        total: 30, expected: 30
        out of order: 0
        repeats: 4 dropped by the log, 2 by the aggregator
        longest time without a bill: 0.3 s
        largest memory of a worker: 20 MiB at a tenth of the way, 21 MiB at the end
        """)
    #expect(!outcome(Report(bills: 2, total: 30)).isRight)
    #expect(!outcome(Report(bills: 3, outOfOrder: 1, total: 30)).isRight)
    #expect(!outcome(Report(bills: 3, total: 29)).isRight)
    #expect(!outcome(Report(bills: 3, total: 30), memory: 100_000).isRight)
  }

  @Test("The throughput is compared with that of one worker")
  func compares() {
    #expect(
      comparison([(1, 900), (2, 1_800), (3, 2_610)]) == """
        | workers | orders a second | times that of one |
        | ---: | ---: | ---: |
        | 1 | 900 | 1.0 |
        | 2 | 1800 | 2.0 |
        | 3 | 2610 | 2.9 |
        """)
  }

  @Test("The orders of a customer are some of all, in their order")
  func orders() {
    let pipeline = Pipeline(
      workers: 1, messages: 10, partitions: 2, customers: 3, delay: 0, chaos: false,
      fullDisk: false)
    #expect((0..<7).map { pipeline.order($0).customer }.filter { $0 == "customer-1" }.count == 2)
    #expect(pipeline.order(2_005).amount == 5)
  }

  @Test("The memory is read from the status of a process")
  func memory() {
    #expect(residentMemory(inStatus: "Name:\torders\nVmHWM:\t  99 kB\nVmRSS:\t   31240 kB\n") == 31_240)
    #expect(residentMemory(inStatus: "Name:\torders\n") == nil)
  }

  @Test("Free ports are different")
  func ports() throws {
    let ports = try freePorts(6)
    #expect(Set(ports).count == 6)
    #expect(ports.allSatisfy { (1..<65_536).contains($0) })
  }
}
