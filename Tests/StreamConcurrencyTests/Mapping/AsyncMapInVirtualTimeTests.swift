import StreamConcurrency
import StreamCore
import StreamTesting
import TestSupport
import Testing

@Suite("Operators with asynchronous closures, in virtual time")
struct AsyncMapInVirtualTimeTests {
  private let scheduler = TestScheduler()

  /// What a subscriber has recorded after ten seconds, of an operator on the numbers 3, 1 and 2, sent at 1, 2 and 3
  /// seconds. The closure sleeps for as many seconds as its number says.
  private func record<P: Publisher<Int, Never>>(
    _ make: (PassthroughSubject<Int, Never>, @escaping @Sendable (Int) async -> Int) -> P
  ) async -> [String] {
    let log = Box<[String]>([])
    await withSerialTasks {
      let numbers = PassthroughSubject<Int, Never>()
      let clock = scheduler.clock
      let subscription = make(numbers) { number in
        try? await Task.sleep(for: .seconds(number), clock: clock)
        return number
      }.sink(
        receiveCompletion: { @Sendable _ in log.update { $0.append("\(scheduler.now) |") } },
        receiveValue: { @Sendable number in log.update { $0.append("\(scheduler.now) \(number)") } })
      Task {
        for number in [3, 1, 2] {
          try await Task.sleep(for: .seconds(1), clock: clock)
          numbers.send(number)
        }
        numbers.send(completion: .finished)
      }
      await scheduler.advance(by: 10)
      withExtendedLifetime(subscription) {}
    }
    return log.value
  }

  @Test("asyncMap delivers when the closure of the element, and of those before, has slept")
  func ordered() async {
    #expect(await record { $0.asyncMap(maxConcurrent: 3, $1) } == ["4 3", "4 1", "5 2", "5 |"])
  }

  @Test("asyncMapUnordered delivers when a closure has slept")
  func unordered() async {
    #expect(await record { $0.asyncMapUnordered(maxConcurrent: 3, $1) } == ["3 1", "4 3", "5 2", "5 |"])
  }

  @Test("asyncMapLatest delivers what no later element has cancelled")
  func latest() async {
    #expect(await record { $0.asyncMapLatest($1) } == ["5 2", "5 |"])
  }
}
