import RecipeBook
import StreamCore
import StreamSubjects
import StreamTesting
import Testing

@Suite("Recipe: a dashboard")
struct DashboardTests {
  private let scheduler = TestScheduler()
  private let dashboard = Dashboard(machines: ["web", "mail"])

  @Test("A caption is made of the load of the moment, without a subscriber")
  func captions() {
    let caption = dashboard.caption(of: 0)
    #expect(caption.value == "web 0 %")
    dashboard.measure(0.255, of: 0)
    #expect(caption.value == "web 26 %")
  }

  @Test("Overload follows the load and the limit, and is told once")
  func overload() {
    let told = Log<Bool>()
    let subscription = dashboard.isOverloaded(1).sink { told.append($0) }
    for load in [0.5, 0.8, 0.9] { dashboard.measure(load, of: 1) }
    dashboard.setLimit(0.95)
    #expect(told.entries == [false, true, false])
    subscription.cancel()
  }

  @Test("Of many measurements in an interval one line is made; of none, no line")
  func summaries() {
    let lines = Log<String>()
    let subscription = dashboard.summaries(every: 1, scheduler: scheduler).sink { lines.append($0) }
    for load in 1...10 { dashboard.measure(Double(load) / 10, of: 1) }
    scheduler.advance(by: 5)
    #expect(lines.entries == ["mean 50 %, busiest mail with 100 %"])
    subscription.cancel()
  }
}
