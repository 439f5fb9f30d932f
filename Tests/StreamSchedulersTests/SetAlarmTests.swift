import StreamCore
import StreamSchedulers
import TestSupport
import Testing

/// Notes what it is asked for, at the fifth second, and runs nothing.
private final class NotingScheduler: Scheduler, Sendable {
  typealias Stride = VirtualTime.Stride

  enum Order: Equatable {
    case now(options: String?)
    case once(VirtualTime, tolerance: Stride, options: String?)
    case timer(VirtualTime, interval: Stride, tolerance: Stride, options: String?)
  }

  let orders = Box<[Order]>([])
  let actions = Box<[@Sendable () -> Void]>([])
  let cancels = Box(0)

  var now: VirtualTime { 5 }
  var minimumTolerance: Stride { 7 }

  private func note(_ order: Order, _ action: @escaping @Sendable () -> Void) {
    orders.update { $0.append(order) }
    actions.update { $0.append(action) }
  }

  func schedule(options: String?, _ action: @escaping @Sendable () -> Void) {
    note(.now(options: options), action)
  }

  func schedule(
    after date: VirtualTime, tolerance: Stride, options: String?, _ action: @escaping @Sendable () -> Void
  ) {
    note(.once(date, tolerance: tolerance, options: options), action)
  }

  func schedule(
    after date: VirtualTime, interval: Stride, tolerance: Stride, options: String?,
    _ action: @escaping @Sendable () -> Void
  ) -> any Cancellable {
    note(.timer(date, interval: interval, tolerance: tolerance, options: options), action)
    return AnyCancellable { [cancels] in cancels.increment() }
  }
}

@Suite("setAlarm")
struct SetAlarmTests {
  private let scheduler = NotingScheduler()
  private let rings = Box(0)

  private func set(
    _ date: VirtualTime, period: VirtualTime.Stride?, tolerance: VirtualTime.Stride? = nil
  ) -> any Cancellable {
    scheduler.setAlarm(at: date, period: period, tolerance: tolerance, options: "o") { [rings] in rings.increment() }
  }

  @Test("A period makes it a timer, which a cancel takes from the scheduler")
  func timer() {
    let alarm = set(6, period: 3, tolerance: 2)
    expectEqual(scheduler.orders.value, [.timer(6, interval: 3, tolerance: 2, options: "o")])
    alarm.cancel()
    expectEqual(scheduler.cancels.value, 1)
  }

  @Test("Without a period, or with one of nothing, it is work that runs once", arguments: [nil, 0])
  func once(period: VirtualTime.Stride?) {
    let alarms = [set(6, period: period, tolerance: 2), set(6, period: period)]
    expectEqual(
      scheduler.orders.value, [.once(6, tolerance: 2, options: "o"), .once(6, tolerance: 7, options: "o")])
    alarms[0].cancel()
    for action in scheduler.actions.value { action() }
    expectEqual(rings.value, 1)
  }

  @Test("If it is due it needs no clock", arguments: [nil, 3], [4, 5])
  func due(period: VirtualTime.Stride?, date: VirtualTime) {
    let alarms = [set(date, period: period), set(date, period: period)]
    expectEqual(scheduler.orders.value, [.now(options: "o"), .now(options: "o")])
    alarms[0].cancel()
    for action in scheduler.actions.value { action() }
    expectEqual(rings.value, 1)
  }

  @Test("Without a tolerance it has the scheduler's least")
  func leastTolerance() {
    _ = set(6, period: 3)
    expectEqual(scheduler.orders.value, [.timer(6, interval: 3, tolerance: 7, options: "o")])
  }
}
