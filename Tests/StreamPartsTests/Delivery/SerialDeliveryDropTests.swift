import StreamParts
import TestSupport
import Testing

@Suite("SerialDelivery: drops")
struct SerialDeliveryDropTests {
  @Test("What a policy drops is reported under the name of the delivery, also a value that is combined")
  func reports() throws {
    let drops = DropRecorder(of: nil)
    let values = Box<[Int]>([])
    let downstream = AnySubscriber<Int, TestError>(
      receiveSubscription: { $0.request(.max(1)) },
      receiveValue: { value in
        values.update { $0.append(value) }
        return .none
      })
    let delivery = SerialDelivery("SerialDeliveryDropTests", SwitchPolicy<Int, TestError>(), to: downstream)
    delivery.begin(with: ScriptedSubscription(), from: .outer)
    let inner = SwitchInner(delivery: delivery, epoch: try #require(delivery.beginEpoch()))
    inner.receive(subscription: ScriptedSubscription())
    var reports: [DropReport] { drops.reports.filter { $0.operatorName == "SerialDeliveryDropTests" } }
    _ = inner.receive(1)
    expect(reports.isEmpty)
    _ = inner.receive(2)
    let report = DropReport(operatorName: "SerialDeliveryDropTests", reason: .beyondDemand)
    expectEqual(reports, [report])
    _ = delivery.receive(from: inner.origin) { _ in 3 }
    expectEqual(reports, [report, report])
    _ = delivery.receive(from: inner.origin) { _ in nil }
    delivery.cancel()
    _ = inner.receive(4)
    expectEqual(reports.count, 2)
    expectEqual(values.value, [1])
  }
}
