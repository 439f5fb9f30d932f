import StreamCore
import StreamURLSession
import TestSupport
import Testing

@Suite("WebSocketState")
struct WebSocketStateTests {
  private typealias State = WebSocketState<String, Int, String>

  /// A state that downstream has, with task 7 connected, nothing asked for.
  private func connected() -> State {
    var state = State(downstream: "downstream")
    _ = state.endHandover()
    _ = state.operate("first")
    _ = state.connect(7)
    _ = state.connect(7)
    return state
  }

  private func name(_ action: State.Action) -> String {
    switch action {
    case .wait: "wait"
    case .connect: "connect"
    case .receive(let task): "receive \(task)"
    case .finish(let former): "finish \(former.downstream ?? "without a downstream")"
    }
  }

  private func name(_ action: State.OperationAction) -> String {
    switch action {
    case .refused: "refused"
    case .wait: "wait"
    case .connect: "connect"
    case .perform(let task): "perform \(task)"
    }
  }

  private func name(_ action: State.ConnectAction) -> String {
    switch action {
    case .perform(let operation): "perform \(operation)"
    case .next(let step): "next: \(name(step))"
    case .unwanted: "unwanted"
    }
  }

  @Test("Demand connects once, after receive(subscription:) has returned, and receives one message at a time")
  func demand() {
    var state = State(downstream: "downstream")
    expectEqual(name(state.demand(.max(1))), "wait")
    expectEqual(name(state.endHandover()), "connect")
    expectEqual(name(state.demand(.max(1))), "wait")
    expectEqual(name(state.connect(7)), "next: receive 7")
    expectEqual(name(state.demand(.max(1))), "wait")
    expectEqual(state.message(), "downstream")
    expectEqual(name(state.demand(.max(1))), "wait")
    expect(state.message() == nil)
    expectEqual(name(state.delivered(.none)), "receive 7")
    expectEqual(state.demand, .max(3))
    for rest in [2, 1, 0] {
      expectEqual(state.message(), "downstream")
      expectEqual(name(state.delivered(.none)), (rest == 0 ? "wait" : "receive 7"))
      expectEqual(state.demand, .max(rest))
    }
    expect(state.message() == nil)
  }

  @Test("Demand returned for a message counts; unlimited demand is never used up")
  func moreDemand() {
    var state = connected()
    expectEqual(name(state.demand(.max(1))), "receive 7")
    expect(state.message() != nil)
    expectEqual(name(state.delivered(.max(2))), "receive 7")
    expect(state.message() != nil)
    expectEqual(name(state.delivered(.unlimited)), "receive 7")
    for _ in 1...10 {
      expect(state.message() != nil)
      expectEqual(name(state.delivered(.none)), "receive 7")
    }
    expectEqual(state.demand, .unlimited)
  }

  @Test("A send connects too, waits for the task, and keeps its order")
  func operations() {
    var state = State(downstream: "downstream")
    expectEqual(name(state.operate("one")), "connect")
    expectEqual(name(state.operate("two")), "wait")
    expectEqual(name(state.demand(.max(1))), "wait")
    expectEqual(name(state.connect(7)), "perform one")
    expectEqual(name(state.operate("three")), "wait")
    expectEqual(name(state.connect(7)), "perform two")
    expect(state.task == nil)
    expectEqual(name(state.connect(7)), "perform three")
    expectEqual(name(state.connect(7)), "next: wait")
    expectEqual(state.task, 7)
    expectEqual(name(state.operate("four")), "perform 7")
    expectEqual(name(state.endHandover()), "receive 7")
  }

  @Test("A close finishes at once, before any demand or while a message is awaited")
  func close() {
    var inHandover = State(downstream: "downstream")
    expectEqual(name(inHandover.operate("close", isClose: true)), "wait")
    expectEqual(name(inHandover.nextAction()), "wait")
    expectEqual(name(inHandover.demand(.max(1))), "wait")
    expectEqual(name(inHandover.endHandover()), "finish downstream")
    expect(inHandover.isEnded)

    var awaiting = connected()
    _ = awaiting.demand(.max(1))
    expectEqual(name(awaiting.operate("close", isClose: true)), "perform 7")
    expect(awaiting.isClosing)
    expectEqual(name(awaiting.operate("more")), "refused")
    expectEqual(name(awaiting.nextAction()), "finish downstream")
    expectEqual(name(awaiting.nextAction()), "wait")
    expect(awaiting.message() == nil)
  }

  @Test("A close waits for a message that is being delivered, and for the task that is being made")
  func closeWaits() {
    var delivering = connected()
    _ = delivering.demand(.unlimited)
    _ = delivering.message()
    expectEqual(name(delivering.operate("close", isClose: true)), "perform 7")
    expectEqual(name(delivering.nextAction()), "wait")
    expectEqual(name(delivering.delivered(.max(1))), "finish downstream")

    var starting = State(downstream: "downstream")
    _ = starting.endHandover()
    expectEqual(name(starting.operate("one")), "connect")
    expectEqual(name(starting.operate("close", isClose: true)), "wait")
    expectEqual(name(starting.nextAction()), "wait")
    expectEqual(name(starting.connect(7)), "perform one")
    expectEqual(name(starting.connect(7)), "perform close")
    expectEqual(name(starting.connect(7)), "next: finish downstream")
  }

  @Test("The end comes once, returns what is retained, and nothing follows it")
  func end() {
    var state = connected()
    _ = state.demand(.max(1))
    let former = state.end()
    expectEqual(former?.downstream, "downstream")
    expectEqual(former?.task, 7)
    expect(state.end() == nil)
    expect(state.message() == nil)
    expectEqual(name(state.demand(.max(1))), "wait")
    expectEqual(name(state.delivered(.max(1))), "wait")
    expectEqual(name(state.operate("late")), "refused")
    expectEqual(state.demand, .none)
    expect(state.task == nil)
  }

  @Test("A task that is made too late is refused, and the waiting sends are returned")
  func unwanted() {
    var state = State(downstream: "downstream")
    _ = state.operate("one")
    var former = state.end()
    expectEqual(name(state.connect(7)), "unwanted")
    expect(former?.task == nil)
    var waiting = former.take()?.waiting
    expectEqual(waiting?.popFirst(), "one")
  }
}
