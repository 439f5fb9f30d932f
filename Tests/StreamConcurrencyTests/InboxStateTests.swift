import StreamCore
import TestSupport
import Testing

@testable import StreamConcurrency

@Suite("InboxState")
struct InboxStateTests {
  private typealias State = InboxState<Int, TestError>

  private var state = State()
  private let upstream = ScriptedPublisher<Int, TestError>()

  /// Lets a task wait, and calls `body` while it does; it is resumed with the end.
  private func whileOneWaits(in state: inout State, _ body: (inout State) -> Void) async {
    var copy = state
    _ = await withInboxWaiter { waiter in
      _ = copy.enter(waiter)
      body(&copy)
      waiter.resume(returning: .end)
    }
    state = copy
  }

  /// What a task is told that asks for a value; it does not wait.
  private func entered(_ state: inout State) async -> State.Action? {
    var (copy, action) = (state, State.Action?.none)
    _ = await withInboxWaiter { waiter in
      action = copy.enter(waiter)
      waiter.resume(returning: .end)
    }
    state = copy
    return action
  }

  /// Receives a value, none of which may be dropped.
  private func receive(_ value: Int, in state: inout State) -> InboxWaiter<Int, TestError>? {
    var excess: Int?
    defer { expect(excess == nil) }
    return state.receive(value, excess: &excess)
  }

  private func subscription() -> any Subscription {
    let recorder = upstream.record(demand: .none)
    return recorder.subscription ?? Subscriptions.empty
  }

  @Test("Demand made before the subscription is requested from it, and demand after the end is refused")
  func early() async {
    var state = state
    for _ in 1...2 { await whileOneWaits(in: &state) { _ in } }
    expectEqual(state.early, .max(2))
    var closed = state
    expectEqual(state.attach(subscription()), .max(2))
    expect(state.attach(subscription()) == nil)
    _ = closed.close(Task {})
    expect(closed.attach(subscription()) == nil)
  }

  @Test("A completion before the subscription refuses the subscription")
  mutating func completedBeforeSubscription() {
    _ = state.complete(.finished)
    expect(state.attach(subscription()) == nil)
  }

  @Test("A value goes to the waiting task or is stored; after the end it is dropped")
  func values() async {
    var state = state
    expect(receive(1, in: &state) == nil)
    expectEqual(state.values.count, 1)
    guard case .take(.value(1)) = await entered(&state) else {
      Issue.record("The value is not handed out.")
      return
    }
    await whileOneWaits(in: &state) { state in
      expect(receive(2, in: &state) != nil)
      expect(state.values.isEmpty)
      expect(state.waiting.isEmpty)
    }
    _ = state.complete(.finished)
    expect(receive(3, in: &state) == nil)
    expect(state.values.isEmpty)
  }

  @Test("A failure goes to the waiting task, or is stored for the next one only")
  func failure() async {
    var waiting = state
    await whileOneWaits(in: &waiting) { state in
      let released = state.complete(.failure(TestError("waited for")))
      expectEqual(released.failure, TestError("waited for"))
      expectEqual(released.waiting.count, 1)
      expect(state.failure == nil)
      expect(state.waiting.isEmpty)
    }
    var idle = state
    expect(idle.complete(.failure(TestError("kept"))).failure == nil)
    expect(idle.complete(.failure(TestError("second"))).failure == nil)
    guard case .take(.failure(TestError("kept"))) = await entered(&idle), case .take(.end) = await entered(&idle) else {
      Issue.record("The failure is not told once.")
      return
    }
  }

  @Test("A close wakes the waiting tasks, and leaves stored values to the cancel")
  func close() async {
    var state = state
    _ = state.attach(subscription())
    await whileOneWaits(in: &state) { state in
      expectEqual(state.close(Task {}).count, 1)
      expect(state.waiting.isEmpty)
    }
    expect(receive(1, in: &state) == nil)
    expect(state.values.isEmpty)
    expect(state.upstream.subscription != nil)
    guard case .take(.end) = await entered(&state) else {
      Issue.record("A task waits after the close.")
      return
    }
    expect(state.cancel().upstream != nil)
  }

  @Test(
    "Without a waiting task a value is stored, replaces one, or is dropped",
    arguments: [
      (AsyncBuffering.suspending, [1, 2, 3], []), (.unbounded, [1, 2, 3], []), (.oldest(2), [1, 2], [3]),
      (.newest(2), [2, 3], [1]), (.oldest(0), [], [1, 2, 3]), (.newest(0), [], [1, 2, 3]),
    ])
  func buffering(_ buffering: AsyncBuffering, stored: [Int], dropped: [Int]) {
    var state = State(buffering)
    expectEqual(state.attach(subscription()), (buffering == .suspending ? Subscribers.Demand.none : .unlimited))
    var excesses: [Int] = []
    for value in 1...3 {
      var excess: Int?
      expect(state.receive(value, excess: &excess) == nil)
      if let excess { excesses.append(excess) }
    }
    var values: [Int] = []
    while let value = state.values.popFirst() { values.append(value) }
    expectEqual(values, stored)
    expectEqual(excesses, dropped)
  }

  @Test("A task that waits for values that are all requested makes no request")
  func waitsWithoutRequest() async {
    var state = State(.unbounded)
    _ = state.attach(subscription())
    guard case .wait = await entered(&state) else {
      Issue.record("It makes a request, or does not wait.")
      return
    }
  }

  @Test("A cancel returns everything stored, and keeps none of it")
  func cancel() async {
    var state = state
    _ = state.attach(subscription())
    _ = receive(1, in: &state)
    let released = state.cancel()
    expect(released.upstream != nil)
    expectEqual(released.values.count, 1)
    expect(state.values.isEmpty)
    expect(state.upstream.subscription == nil)
    expect(receive(2, in: &state) == nil)
    expect(state.values.isEmpty)
    guard case .take(.end) = await entered(&state) else {
      Issue.record("A task waits after the cancel.")
      return
    }

    var failed = self.state
    _ = failed.complete(.failure(TestError()))
    expectEqual(failed.cancel().failure, TestError())
    expect(failed.failure == nil)
  }

  @Test("A cancel returns the waiting tasks, which then get the end")
  func cancelWhileOneWaits() async {
    var state = state
    await whileOneWaits(in: &state) { state in
      expectEqual(state.cancel().waiting.count, 1)
      expect(state.waiting.isEmpty)
    }
  }
}
