import StreamConcurrency
import StreamCore
import TestSupport
import Testing

/// An actor that is left comes back by a job of its executor, which counts them.
@Suite("Loops on an actor", .timeLimit(.generous))
struct LoopsOnActorTests {
  @Test("A loop over values that are ready does not leave the actor", arguments: Loop.allCases)
  func ready(loop: Loop) async {
    #expect(await Reader().jobs(of: loop, over: 1_000) == 0)
  }

  @Test("A loop that waits comes back to the actor once for each value")
  func waiting() async {
    let reader = Reader()
    let upstream = ScriptedPublisher<Int, Never>()
    let jobs = Task { await reader.jobs(untilEndOf: upstream) }
    for count in 1...10 {
      while upstream.requests.count < count { await Task.yield() }
      upstream.send(count)
    }
    while upstream.requests.count < 11 { await Task.yield() }
    upstream.send(completion: .finished)
    #expect(await jobs.value == 11)
  }

  @Test("forEach, owned, begins with a job of the actor, and does not leave it as values are ready")
  func owned() async {
    let few = await Reader().jobsOfOwned(over: 10)
    expect(few >= 1)
    #expect(await Reader().jobsOfOwned(over: 1_000) == few)
  }

  enum Loop: CaseIterable, Sendable {
    case values, throwingValues, buffered, forEach, throwingForEach, results
  }

  private actor Reader {
    nonisolated let executor = QueueExecutor()
    private var sum = 0
    private var cancellable: AnyCancellable?

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// - Returns: The number of jobs between the begin and the end of a loop.
    func jobs(of loop: Loop, over count: Int) async -> Int {
      let numbers = (1...count).publisher
      let failing = Record<Int, TestError>(output: Array(1...count), completion: .finished)
      let before = executor.jobCount
      do {
        switch loop {
        case .values: for await number in numbers.values { add(number) }
        case .throwingValues: for try await number in failing.values { add(number) }
        case .buffered: for await number in numbers.values(buffering: .unbounded) { add(number) }
        case .forEach: await numbers.forEach { add($0) }
        case .throwingForEach: try await failing.forEach { add($0) }
        case .results:
          add(await numbers.firstValue ?? 0)
          add(await numbers.allValues.reduce(0, +) - 1)
        }
      } catch {
        Issue.record(error)
      }
      expectEqual(sum, count * (count + 1) / 2)
      return executor.jobCount - before
    }

    func jobs(untilEndOf publisher: some Publisher<Int, Never>) async -> Int {
      let before = executor.jobCount
      for await number in publisher.values { add(number) }
      return executor.jobCount - before
    }

    func jobsOfOwned(over count: Int) async -> Int {
      let before = executor.jobCount
      let jobs = await withCheckedContinuation { continuation in
        cancellable = (1...count).publisher.forEach { _ in
          continuation.resume(returning: self.executor.jobCount - before)
        } receiveValue: {
          self.add($0)
        }
      }
      expectEqual(sum, count * (count + 1) / 2)
      return jobs
    }

    private func add(_ number: Int) {
      preconditionIsolated()
      sum += number
    }
  }
}
