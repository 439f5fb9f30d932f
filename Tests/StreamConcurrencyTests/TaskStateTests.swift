import StreamCore
import TestSupport
import Testing

@testable import StreamConcurrency

@Suite("TaskState")
struct TaskStateTests {
  private typealias State = TaskState<String, String>

  private var state = State(source: "source", downstream: "downstream")
  private let task = Task<Void, Never> {}

  private func name(_ action: State.DemandAction) -> String {
    switch action {
    case .nothing: "nothing"
    case .start: "start"
    case .resume: "resume"
    }
  }

  private func name(_ phase: State.Phase) -> String {
    switch phase {
    case .idle: "idle"
    case .working: "working"
    case .suspended: "suspended"
    case .completed: "completed"
    case .cancelled: "cancelled"
    }
  }

  /// Starts the task, which takes the source.
  private mutating func start(demand: Subscribers.Demand) {
    _ = state.add(demand)
    _ = state.endHandover()
    _ = state.takeSource()
  }

  /// Starts the task, which uses up its demand and waits, and calls `body` while it does; then it is resumed.
  private func whileSuspended(_ body: (inout State) -> Void) async {
    var copy = self
    copy.start(demand: .max(1))
    let goesOn = copy.state.settle(adding: .none)
    expect(!goesOn)
    _ = await withUnsafeContinuation { waiter in
      let result = copy.state.suspend(waiter)
      expect(result == nil)
      body(&copy.state)
      waiter.resume(returning: false)
    }
  }

  /// What a task that would wait is told; `nil` if it waits.
  private func suspended(_ state: inout State) async -> Bool? {
    var copy = state
    var result: Bool?
    _ = await withUnsafeContinuation { waiter in
      result = copy.suspend(waiter)
      waiter.resume(returning: false)
    }
    state = copy
    return result
  }

  @Test("Demand made inside receive(subscription:) starts the task afterwards")
  mutating func handOver() {
    let (inside, after) = (state.add(.max(1)), state.endHandover())
    expectEqual([name(inside), name(after)], ["nothing", "start"])
    expectEqual(state.demand, .max(1))
  }

  @Test("No task starts without demand, and no second one")
  mutating func oneTask() {
    let actions = [state.endHandover(), state.add(.max(1)), state.add(.max(2))]
    expectEqual(actions.map { name($0) }, ["nothing", "start", "nothing"])
    expectEqual(state.demand, .max(3))
  }

  @Test("After a cancel no task starts, and demand is not counted", arguments: [true, false])
  mutating func nothingAfterCancel(isHandedOver: Bool) {
    if isHandedOver { _ = state.endHandover() } else { _ = state.add(.max(1)) }
    _ = state.cancel()
    let actions = [state.endHandover(), state.add(.max(1))]
    expectEqual(actions.map { name($0) }, ["nothing", "nothing"])
    expectEqual(state.demand, .none)
  }

  @Test("The source belongs to the task, which goes on while there is demand")
  mutating func goesOn() {
    start(demand: .max(2))
    let again = state.takeSource()
    expect(again == nil)
    let steps = [state.settle(adding: .none), state.settle(adding: .max(1)), state.settle(adding: .none)]
    expectEqual(steps, [true, true, false])
    expectEqual(state.demand, .none)
  }

  @Test("A task without demand waits, and the next demand resumes it")
  func suspends() async {
    await whileSuspended { state in
      expectEqual(name(state.phase), "suspended")
      let action = state.add(.max(3))
      expectEqual(name(action), "resume")
      expectEqual(name(state.phase), "working")
      expectEqual(state.demand, .max(3))
      let second = state.add(.max(1))
      expectEqual(name(second), "nothing")
    }
  }

  @Test("A task goes on if demand comes before it waits, and ends if a cancel does")
  mutating func demandBeforeWait() async {
    start(demand: .max(1))
    _ = state.settle(adding: .none)
    var (demanded, cancelled) = (state, state)
    _ = demanded.add(.max(1))
    #expect(await suspended(&demanded) == true)
    _ = cancelled.cancel()
    #expect(await suspended(&cancelled) == false)
  }

  @Test("A cancel of a suspended task returns it, to be resumed and cancelled")
  func cancelSuspended() async {
    await whileSuspended { state in
      let isKept = state.keep(task)
      expect(isKept)
      let held = state.cancel()
      expectEqual(name(held.phase), "suspended")
      expectEqual(held.task, task)
      expectEqual(held.downstream, "downstream")
      expectEqual(name(state.phase), "cancelled")
      let again = state.cancel()
      expect(again.task == nil)
      expectEqual(name(again.phase), "cancelled")
    }
  }

  @Test("A released subscription ends a task that waits, and one that has not started")
  func abandons() async {
    await whileSuspended { state in
      let held = state.abandon()
      expectEqual(held.map { name($0.phase) }, "suspended")
      expect(state.downstream == nil)
    }
    var unstarted = state
    let held = unstarted.abandon()
    expectEqual(held?.source, "source")
    expect(unstarted.downstream == nil)
  }

  @Test("A released subscription lets a task that works go on until the demand is used up")
  mutating func abandonsLater() async {
    start(demand: .max(2))
    let held = state.abandon()
    expect(held?.downstream == nil)
    let steps = [state.settle(adding: .none), state.settle(adding: .none)]
    expectEqual(steps, [true, false])
    #expect(await suspended(&state) == false)
  }

  @Test("A task that begins while the subscription is cancelled is cancelled")
  mutating func unwantedTask() {
    start(demand: .max(1))
    _ = state.cancel()
    let isWanted = state.keep(task)
    expect(!isWanted)
    expect(state.task == nil)
  }

  @Test("A task that delivers the completion is not cancelled, neither by a cancel nor when it is stored late")
  mutating func completedTask() {
    start(demand: .max(1))
    _ = state.keep(task)
    let ended = state.complete()
    expectEqual(ended.downstream, "downstream")
    let cancelled = state.cancel()
    expect(cancelled.task == nil)
    expectEqual(name(state.phase), "completed")
    let isWanted = state.keep(task)
    expect(isWanted)
    expect(state.task == nil)
  }

  @Test("After a cancel there is no completion")
  mutating func completionAfterCancel() {
    start(demand: .max(1))
    _ = state.cancel()
    let ended = state.complete()
    expect(ended.downstream == nil)
    expectEqual(name(state.phase), "cancelled")
  }

  @Test("A cancel returns everything stored, and keeps none of it")
  mutating func cancel() {
    _ = state.add(.max(2))
    _ = state.endHandover()
    _ = state.keep(task)
    let held = state.cancel()
    expectEqual(held.downstream, "downstream")
    expectEqual(held.source, "source")
    expectEqual(held.task, task)
    expect(state.downstream == nil)
    expect(state.source == nil)
    expect(state.task == nil)
    expectEqual(state.demand, .none)
    let isGoingOn = state.settle(adding: .max(1))
    expect(!isGoingOn)
  }
}
