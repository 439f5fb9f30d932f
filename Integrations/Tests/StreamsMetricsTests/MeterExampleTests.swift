import CoreMetrics
import MetricsTestKit
import StreamCore
import StreamDiagnostics
import StreamSharing
import StreamsMetrics
import Testing

@Suite("The page of StreamsMetrics")
struct MeterExampleTests {
  @Test("Its example counts what passes")
  func example() throws {
    let metrics = TestMetrics()
    let orders = PassthroughSubject<Int, Never>()
    let subscription =
      orders
      .meterBuffered("orders", factory: metrics) { $0.buffer(size: 100, whenFull: .dropOldest) }
      .meter("orders", factory: metrics)
      .sink { print($0) }
    orders.send(3)
    orders.send(5)
    subscription.cancel()
    let dimensions = [("stream", "orders")]
    #expect(try metrics.expectCounter("streams.values", dimensions).totalValue == 2)
    #expect(try metrics.expectMeter("streams.buffered", dimensions).values == [1, 0, 1, 0])
    #expect(try metrics.expectCounter("streams.cancels", dimensions).totalValue == 1)
  }
}
