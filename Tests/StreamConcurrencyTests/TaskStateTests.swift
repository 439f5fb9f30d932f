import StreamCore
import Testing

@testable import StreamConcurrency

@Suite("The state of a task subscription")
struct TaskStateTests {
  private var state = TaskState(source: "source", downstream: "downstream")
  private let task = Task<Void, Never> {}

  /// Starts the first task, which takes the source.
  private mutating func start(demand: Subscribers.Demand) {
    _ = state.add(demand)
    _ = state.open()
    _ = state.takeSource()
  }

  @Test("What is asked for during the hand-over starts a task after it")
  mutating func handOver() {
    #expect(state.add(.max(1)) == nil)
    #expect(state.open() == 1)
    #expect(state.demand == .max(1))
  }

  @Test("Without demand no task starts, and while one works no other")
  mutating func oneTask() {
    #expect(state.open() == nil)
    #expect(state.add(.max(1)) == 1)
    #expect(state.add(.max(2)) == nil)
    #expect(state.demand == .max(3))
  }

  @Test("After the end no task starts, and demand is not counted", arguments: [true, false])
  mutating func nothingAfterEnd(isOpen: Bool) {
    if isOpen { _ = state.open() }
    _ = state.end()
    #expect(state.open() == nil)
    #expect(state.add(.max(1)) == nil)
    #expect(state.demand == .none)
    #expect(state.epoch == 0)
  }

  @Test("A subscription that is cancelled during the hand-over, with demand, starts no task")
  mutating func cancelledGreeting() {
    _ = state.add(.max(1))
    _ = state.end()
    #expect(state.open() == nil)
  }

  @Test("The source belongs to one task, which goes on for as long as there is demand")
  mutating func goesOn() {
    start(demand: .max(2))
    #expect(state.takeSource() == nil)
    #expect(state.settle(adding: .none, puttingBack: "again") == nil)
    #expect(state.source == nil)
    #expect(state.settle(adding: .max(1), puttingBack: "again") == nil)
    #expect(state.demand == .max(1))
  }

  @Test("The task that has used the demand up puts the source back, and the next one takes it")
  mutating func pauses() {
    start(demand: .max(1))
    #expect(state.keep(task, for: 1) == true)
    #expect(state.settle(adding: .none, puttingBack: "again")?.task == task)
    #expect(state.task == nil)
    #expect(state.add(.max(1)) == 2)
    #expect(state.takeSource() == "again")
  }

  @Test("A task that ended before it could be kept is not kept in the place of a later one")
  mutating func lateTask() {
    start(demand: .max(1))
    _ = state.settle(adding: .none, puttingBack: "again")
    #expect(state.keep(task, for: 1) == true)
    #expect(state.task == nil)
    #expect(state.add(.max(1)) == 2)
    #expect(state.keep(task, for: 1) == true)
    #expect(state.task == nil)
  }

  @Test("A task that begins as the subscription is cancelled is to be cancelled")
  mutating func unwantedTask() {
    start(demand: .max(1))
    _ = state.end()
    #expect(state.keep(task, for: 1) == false)
    #expect(state.task == nil)
  }

  @Test("A task that delivers the end is left alone")
  mutating func completedTask() {
    start(demand: .max(1))
    #expect(state.complete().downstream == "downstream")
    #expect(state.keep(task, for: 1) == true)
    #expect(state.task == nil)
  }

  @Test("A value that was delivered during the cancel puts nothing back")
  mutating func settlesAfterEnd() {
    start(demand: .max(2))
    _ = state.end()
    #expect(state.settle(adding: .max(1), puttingBack: "again") != nil)
    #expect(state.source == nil)
    #expect(state.demand == .none)
  }

  @Test("The end gives all that was held, and keeps none of it")
  mutating func end() {
    _ = state.add(.max(2))
    _ = state.open()
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
