import StreamCore
import TestSupport
import Testing

@testable import StreamConcurrency

@Suite("ClosureTasks")
struct ClosureTasksTests {
  private typealias Downstream = RecordingSubscriber<Int, TestError>
  private typealias Tasks = ClosureTasks<Int, Downstream>

  private func tasks(limit: Int, _ transform: @escaping Tasks.Transform) -> Tasks {
    let delivery = Tasks.Delivery("Tasks", ClosurePolicy(limit: limit, order: .ofCompletion), to: Downstream())
    let tasks = Tasks(transform, order: .ofCompletion, limit: limit, priority: nil, to: delivery)
    expect(tasks.attach(Subscriptions.empty))
    tasks.request(.unlimited)
    return tasks
  }

  @Test("A task whose value has been superseded takes up no other")
  func superseded() async {
    let tasks = tasks(limit: 1) { $0 }
    // That of no task that is wanted.
    #expect(await !tasks.run(ClosureJob(input: 1, index: 0), 7))
    tasks.cancel()
  }

  @Test("A task that is not wanted any more when it is stored is cancelled then", .timeLimit(.generous))
  func unwanted() async {
    let (isStored, isOver, wasCancelled) = (Event(), Event(), Box<[Int: Bool]>([:]))
    let tasks = tasks(limit: 2) { number in
      // In a task of its own, which is not cancelled.
      await Task { await isStored.wait() }.value
      let isCancelled = Task.isCancelled
      wasCancelled.update { $0[number] = isCancelled }
      if number == 2 { isOver.happen() }
      return number
    }
    // Its value has been superseded while the closure ran, before it was stored.
    let id = tasks.state.withLock { state in
      let id = state.addTask()
      state.unwanted.insert(id)
      return id
    }
    tasks.receive(1)
    tasks.receive(2)
    tasks.create(id)
    isStored.happen()
    await isOver.wait()
    expectEqual(wasCancelled.value[2], true)
    tasks.cancel()
  }

  @Test("Values that wait for another of their key take up no tasks", .timeLimit(.generous))
  func waitsWithoutTask() async {
    let isRunning = Event()
    let tasks = tasks(limit: 100) { number in
      isRunning.happen()
      await untilCancelled()
      return number
    }
    let keys = ClosureKeys<Int>(by: { _ in 0 })
    for number in 0..<10 { tasks.receive(number, in: keys) }
    await isRunning.wait()
    // The one that runs, and the one that would take up another key.
    expectEqual(tasks.state.withLock { $0.tasks.count }, 2)
    tasks.cancel()
  }
}
