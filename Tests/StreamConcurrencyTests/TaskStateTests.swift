import StreamCore
import Testing

@testable import StreamConcurrency

@Suite("TaskState")
struct TaskStateTests {
  private var state = TaskState(source: "source", downstream: "downstream")
  private let task = Task<Void, Never> {}

  /// Starts the first task, which takes the source.
  private mutating func start(demand: Subscribers.Demand) {
    _ = state.add(demand)
    _ = state.endHandover()
    _ = state.takeSource()
  }

  @Test("Demand made inside receive(subscription:) starts a task afterwards")
  mutating func handOver() {
    #expect(state.add(.max(1)) == nil)
    #expect(state.endHandover() == 1)
    #expect(state.demand == .max(1))
  }

  @Test("No task starts without demand, and no second one while one works")
  mutating func oneTask() {
    #expect(state.endHandover() == nil)
    #expect(state.add(.max(1)) == 1)
    #expect(state.add(.max(2)) == nil)
    #expect(state.demand == .max(3))
  }

  @Test("After the end no task starts, and demand is not counted", arguments: [true, false])
  mutating func nothingAfterEnd(isHandedOver: Bool) {
    if isHandedOver { _ = state.endHandover() }
    _ = state.end()
    #expect(state.endHandover() == nil)
    #expect(state.add(.max(1)) == nil)
    #expect(state.demand == .none)
    #expect(state.epoch == 0)
  }

  @Test("A subscription cancelled inside receive(subscription:), with demand, starts no task")
  mutating func cancelledInHandover() {
    _ = state.add(.max(1))
    _ = state.end()
    #expect(state.endHandover() == nil)
  }

  @Test("The source belongs to one task, which continues while there is demand")
  mutating func goesOn() {
    start(demand: .max(2))
    #expect(state.takeSource() == nil)
    #expect(state.settle(adding: .none, puttingBack: "again") == nil)
    #expect(state.source == nil)
    #expect(state.settle(adding: .max(1), puttingBack: "again") == nil)
    #expect(state.demand == .max(1))
  }

  @Test("A task that has used up the demand returns the source, and the next one takes it")
  mutating func pauses() {
    start(demand: .max(1))
    #expect(state.keep(task, for: 1) == true)
    #expect(state.settle(adding: .none, puttingBack: "again")?.task == task)
    #expect(state.task == nil)
    #expect(state.add(.max(1)) == 2)
    #expect(state.takeSource() == "again")
  }

  @Test("A task that ended before it was stored does not replace a later one")
  mutating func lateTask() {
    start(demand: .max(1))
    _ = state.settle(adding: .none, puttingBack: "again")
    #expect(state.keep(task, for: 1) == true)
    #expect(state.task == nil)
    #expect(state.add(.max(1)) == 2)
    #expect(state.keep(task, for: 1) == true)
    #expect(state.task == nil)
  }

  @Test("A task that begins while the subscription is cancelled is cancelled")
  mutating func unwantedTask() {
    start(demand: .max(1))
    _ = state.end()
    #expect(state.keep(task, for: 1) == false)
    #expect(state.task == nil)
  }

  @Test("A task that delivers the completion is not cancelled")
  mutating func completedTask() {
    start(demand: .max(1))
    #expect(state.complete().downstream == "downstream")
    #expect(state.keep(task, for: 1) == true)
    #expect(state.task == nil)
  }

  @Test("After a value delivered during the cancel, the task does not return the source")
  mutating func settlesAfterEnd() {
    start(demand: .max(2))
    _ = state.end()
    #expect(state.settle(adding: .max(1), puttingBack: "again") != nil)
    #expect(state.source == nil)
    #expect(state.demand == .none)
  }

  @Test("The end returns everything stored, and keeps none of it")
  mutating func end() {
    _ = state.add(.max(2))
    _ = state.endHandover()
    #expect(state.keep(task, for: 1) == true)
    let released = state.end()
    #expect(released.downstream == "downstream")
    #expect(released.source == "source")
    #expect(released.task == task)
    #expect(state.downstream == nil)
    #expect(state.source == nil)
    #expect(state.task == nil)
    #expect(state.demand == .none)
  }
}
