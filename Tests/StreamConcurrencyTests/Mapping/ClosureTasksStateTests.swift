import StreamCore
import StreamParts
import TestSupport
import Testing

@testable import StreamConcurrency

@Suite("ClosureTasksState")
struct ClosureTasksStateTests {
  private typealias State = ClosureTasksState<Int, String>

  private let task = Task<Void, Never> {}

  /// A state with an active upstream and one task, whose number is 1.
  private func state(limit: Int = 2, supersedes: Bool = false) -> State {
    var state = State(limit: limit, supersedes: supersedes, target: "target")
    _ = state.upstream.attach(Subscriptions.empty)
    _ = state.addTask()
    return state
  }

  /// Receives a value, and returns the index of the job that an idle task gets, with the value that is dropped and
  /// whether a task is superseded.
  private func receive(
    _ input: Int, key: Int? = nil, _ state: inout State
  ) -> (index: Int?, dropped: Int?, superseded: Bool) {
    var dropped: Int?
    var superseded: Task<Void, Never>?
    let start = state.receive(input, key: key, dropped: &dropped, superseded: &superseded)
    return (start?.job.index, dropped, superseded != nil)
  }

  /// The value that a task gets; `nil` if it stops or waits.
  private func taken(by id: Int, _ state: inout State) async -> Int? {
    var copy = state
    var input: Int?
    _ = await withUnsafeContinuation { (waiter: ClosureTaskWaiter<Int>) in
      if case .run(let job) = copy.take(id, waiter) { input = job.input }
      waiter.resume(returning: nil)
    }
    state = copy
    return input
  }

  /// Runs `body` while the task `id` is idle.
  private func whileIdle(_ id: Int, _ state: State, _ body: (inout State) -> Void) async {
    var copy = state
    _ = await withUnsafeContinuation { (waiter: ClosureTaskWaiter<Int>) in
      guard case .wait = copy.take(id, waiter) else {
        Issue.record("The task is not idle.")
        return waiter.resume(returning: nil)
      }
      body(&copy)
      waiter.resume(returning: nil)
    }
  }

  @Test("A value waits for a permit and for a task")
  func waits() async {
    var state = state()
    _ = receive(1, &state)
    #expect(await taken(by: 1, &state) == nil)
    _ = state.permit(.max(1))
    #expect(await taken(by: 1, &state) == 1)
    expect(state.permits == .none && state.unsettled == 1)
  }

  @Test("An idle task gets a value as soon as there is a permit for it")
  func idle() async {
    await whileIdle(1, state()) { state in
      let withoutPermit = receive(1, &state).index
      expect(withoutPermit == nil)
      let upstream = state.permit(.max(2))
      expect(upstream != nil)
      let start = state.startNext()
      expect(start?.job.input == 1 && start?.job.index == 0)
      let none = state.startNext()
      expect(none == nil)
      expectEqual(state.tasks[1]?.isRunning, true)
    }
  }

  @Test("A task that begins makes room for another, unless one is idle or the bound is reached")
  func spare() async {
    var state = state(limit: 2)
    _ = state.permit(.max(2))
    _ = receive(1, &state)
    #expect(await taken(by: 1, &state) == 1)
    let first = state.begin(1)
    expect(first.target == "target" && first.spare == 2)
    _ = receive(2, &state)
    #expect(await taken(by: 2, &state) == 2)
    let second = state.begin(2)
    expect(second.target == "target" && second.spare == nil)

    var idle = self.state(limit: 3)
    _ = idle.addTask()
    _ = idle.permit(.max(1))
    _ = receive(1, &idle)
    #expect(await taken(by: 1, &idle) == 1)
    await whileIdle(2, idle) { state in
      let begun = state.begin(1)
      expect(begun.spare == nil)
    }
  }

  @Test("A value that waits for its key goes to an idle task when the one before leaves, without another permit")
  func leaves() async {
    var state = state()
    _ = (state.addTask(), state.permit(.max(2)))
    _ = (receive(1, key: 7, &state), receive(2, key: 7, &state), receive(3, key: 8, &state))
    #expect(await taken(by: 1, &state) == 1)
    await whileIdle(2, state) { state in
      expectEqual(state.permits, .none)
      let start = state.leave(7)
      expect(start?.job.input == 2 && start?.job.index == 1 && start?.job.key == 7)
      expectEqual(state.tasks[2]?.isRunning, true)
      // The next one has no permit, though its key is free.
      let none = state.leave(7)
      expect(none == nil && state.inputs.count == 1)
    }
    _ = state.end()
    expect(state.queues.queues.isEmpty && state.leave(7) == nil)
  }

  @Test("A finished upstream is due to complete when all values are settled")
  func due() async {
    var state = state()
    _ = state.permit(.max(1))
    _ = receive(1, &state)
    #expect(await taken(by: 1, &state) == 1)
    let released = state.finish()
    expect(released != nil && state.due == nil)
    let again = state.finish()
    expect(again == nil)
    let target = state.finish(1)
    expect(target == "target" && state.due == nil)
    let settled = state.settle()
    expect(settled?.ending == .finished && settled?.target == "target")
    state.abandon()
    expectEqual(state.due?.ending, .finished)
    _ = state.end()
    expect(state.due == nil)
  }

  @Test("A failed upstream lets nothing become due: the last result does not finish the stream")
  func failed() async {
    var state = state()
    _ = state.permit(.max(1))
    _ = receive(1, &state)
    #expect(await taken(by: 1, &state) == 1)
    let failed = state.fail()
    expectEqual(failed?.target, "target")
    _ = state.finish(1)
    let settled = state.settle()
    expect(settled == nil)
    let again = state.fail()
    expect(again == nil)
  }

  @Test("An upstream that releases its subscriber is due to be given up when all values are settled")
  func abandoned() {
    var state = state()
    state.abandon()
    expectEqual(state.due?.ending, .abandoned)
  }

  @Test("A value supersedes the one that waits, and the task that runs, whose permit it takes")
  func supersedes() async {
    var state = state(supersedes: true)
    let upstream = state.permit(.max(1))
    expect(upstream == nil)
    _ = receive(1, &state)
    let second = receive(2, &state)
    expect(second.dropped == 1 && !second.superseded && state.unsettled == 1)
    let isKept = state.keep(task, 1)
    expect(isKept)
    #expect(await taken(by: 1, &state) == 2)
    expectEqual(state.permits, .none)
    let third = receive(3, &state)
    expect(third.dropped == nil && third.superseded && state.unsettled == 1)
    expectEqual(state.permits, .max(1))
    let late = state.finish(1)
    expect(late == nil)
    // Begun late, it still has to make room for the task that runs the new value.
    let begun = state.begin(1)
    expect(begun.target == nil && begun.spare == 2)
    #expect(await taken(by: 2, &state) == 3)
  }

  @Test("A result that is there is not superseded")
  func notSuperseded() async {
    var state = state(supersedes: true)
    _ = state.permit(.max(1))
    _ = receive(1, &state)
    #expect(await taken(by: 1, &state) == 1)
    let target = state.finish(1)
    expectEqual(target, "target")
    let second = receive(2, &state)
    expect(!second.superseded && state.unsettled == 2)
  }

  @Test("A task that is superseded or ended before it has been stored is cancelled then", arguments: [true, false])
  func unwanted(isSuperseded: Bool) async {
    var state = state(supersedes: true)
    _ = state.permit(.max(1))
    _ = receive(1, &state)
    #expect(await taken(by: 1, &state) == 1)
    if isSuperseded {
      let second = receive(2, &state)
      expect(!second.superseded)
    }
    let released = state.end()
    expect(released.running.isEmpty)
    let isWanted = state.keep(task, 1)
    expect(!isWanted)
  }

  @Test("The end cancels tasks that run the closure, and no task that delivers, also if it is stored late")
  func end() async {
    var state = state(limit: 3)
    _ = (state.addTask(), state.permit(.max(2)))
    _ = (receive(1, &state), receive(2, &state), receive(3, &state))
    let isKept = state.keep(task, 1)
    expect(isKept)
    #expect(await taken(by: 1, &state) == 1)
    #expect(await taken(by: 2, &state) == 2)
    _ = state.finish(2)
    let released = state.end()
    expectEqual(released.running, [task])
    expect(released.target == "target" && released.inputs.count == 1 && released.upstream != nil)
    let isWanted = state.keep(task, 2)
    expect(isWanted)
    expect(state.target == nil && state.tasks.isEmpty && state.inputs.isEmpty)
    let (index, _, _) = receive(4, &state)
    expect(index == nil && state.inputs.isEmpty)
    let begun = state.begin(1)
    expect(begun.target == nil && begun.spare == nil)
    #expect(await taken(by: 1, &state) == nil)
    let second = state.end()
    expect(second.upstream == nil && second.running.isEmpty && second.target == nil)
  }

  @Test("Values before the subscription and after the completion are ignored")
  func outOfOrder() {
    var state = State(limit: 1, supersedes: false, target: "target")
    _ = receive(1, &state)
    let early = state.finish()
    expect(early == nil && state.inputs.isEmpty && state.ending == nil)
    _ = state.upstream.attach(Subscriptions.empty)
    _ = state.finish()
    _ = receive(2, &state)
    expect(state.inputs.isEmpty && state.unsettled == 0)
  }
}
