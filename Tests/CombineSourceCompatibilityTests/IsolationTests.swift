import Dispatch
import Streams
import TestSupport
import Testing

/// Where a sink that is written on the main actor differs from Combine's, in Swift 5's language mode.
@Suite("Sinks on the main actor, in Swift 5's mode", .timeLimit(.generous))
@MainActor
final class IsolationTests {
  private let subject = PassthroughSubject<Int, Never>()
  private var values: [Int] = []
  private var cancellables: Set<AnyCancellable> = []

  private func wait(for count: Int) async {
    while values.count < count { await Task.yield() }
  }

  @Test("What another thread sends is delivered later, on the main actor")
  func laterDelivery() async {
    subject.sink { [weak self] in self?.values.append($0) }.store(in: &cancellables)
    concurrently(1) { [subject] _ in subject.send(1) }
    // In Combine the closure has run by now, on that thread.
    expectEqual(values, [])
    await wait(for: 1)
    expectEqual(values, [1])
  }

  @Test("What another thread sends is assigned later, on the main actor")
  func laterAssignment() async {
    subject.assign(to: \.last, on: self).store(in: &cancellables)
    concurrently(1) { [subject] _ in subject.send(1) }
    // In Combine the property has been set by now, on that thread.
    expectEqual(values, [])
    await wait(for: 1)
    expectEqual(values, [1])
    // The assignment retains this object.
    cancellables = []
  }

  private var last: Int {
    get { values.last ?? 0 }
    set {
      MainActor.preconditionIsolated()
      values.append(newValue)
    }
  }

  @Test("A closure of AnyCancellable runs later, on the main actor, if another thread cancels")
  func laterCancel() async {
    let cancellable = AnyCancellable { [weak self] in self?.last = 1 }
    concurrently(1) { _ in cancellable.cancel() }
    // In Combine the closure has run by now, on that thread.
    expectEqual(values, [])
    await wait(for: 1)
    expectEqual(values, [1])
  }

  @Test("Against a sink of another thread, one on the main actor comes later")
  func orderAgainstThreads() async {
    let log = Box<[String]>([])
    subject.sink { [weak self] in
      self?.values.append($0)
      log.update { $0.append("main actor") }
    }
    .store(in: &cancellables)
    let elsewhere: @Sendable (Int) -> Void = { _ in log.update { $0.append("elsewhere") } }
    subject.sink(receiveValue: elsewhere).store(in: &cancellables)
    concurrently(1) { [subject] _ in subject.send(1) }
    await wait(for: 1)
    // In Combine the first subscriber is the first to receive.
    expectEqual(log.value, ["elsewhere", "main actor"])
  }

  @Test("Code that blocks the main thread until a sink on the main actor has run waits in vain")
  func blocking() async {
    let hasRun = DispatchSemaphore(value: 0)
    subject.sink { [weak self] in
      self?.values.append($0)
      hasRun.signal()
    }
    .store(in: &cancellables)
    concurrently(1) { [subject] _ in subject.send(1) }
    // In Combine the closure has run by now.
    expect(isTimedOut(hasRun))
    await wait(for: 1)
    expectEqual(values, [1])
  }

  @Test("A sink whose closure is a Sendable function runs where the value comes from, as in Combine")
  func optingOut() {
    let received = Box<[Int]>([])
    let body: @Sendable (Int) -> Void = { value in received.update { $0.append(value) } }
    subject.sink(receiveValue: body).store(in: &cancellables)
    concurrently(1) { [subject] _ in subject.send(1) }
    expectEqual(received.value, [1])
  }

  private func isTimedOut(_ semaphore: DispatchSemaphore) -> Bool {
    semaphore.wait(timeout: .now() + .milliseconds(50)) == .timedOut
  }
}
