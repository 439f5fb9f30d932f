import Foundation
import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("forEach, owned by a cancellable", .timeLimit(.generous))
@MainActor
final class OwnedForEachTests {
  private var values: [Int] = []
  private var completions: [Subscribers.Completion<TestError>] = []
  private var cancellables: Set<AnyCancellable> = []

  private func wait(until condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  @Test("The closure runs on the actor that it is written on, with each value in turn")
  func onActor() async {
    attach(to: (1...100).publisher)
    await wait { values.count == 100 }
    expectEqual(values, Array(1...100))
  }

  /// A synchronous function: `forEach` is the form that returns a cancellable.
  private func attach(to publisher: some Publisher<Int, Never>) {
    publisher
      .forEach { [weak self] value in
        await Task.yield()
        self?.values.append(isOnMainActor() ? value : -1)
      }
      .store(in: &cancellables)
  }

  @Test("The next value is requested when the closure has returned")
  func backPressure() async {
    let upstream = ScriptedPublisher<Int, Never>()
    upstream.onRequest = { [unowned upstream] _ in upstream.send(upstream.requests.count) }
    let gate = AsyncStream<Void>.makeStream()
    var entered = 0
    let cancellable: AnyCancellable = upstream.forEach { [unowned upstream] value in
      expectEqual(value, upstream.requests.count)
      entered += 1
      for await _ in gate.stream { break }
    }
    for count in 1...3 {
      await wait { entered == count }
      for _ in 0..<10 { await Task.yield() }
      expectEqual(upstream.requests.count, count)
      gate.continuation.yield()
    }
    cancellable.cancel()
  }

  @Test("The completion comes when the closure has returned, and upstream and the closures are released")
  func completion() async {
    final class Token: Sendable {}
    weak var captured: Token?
    let subject = PassthroughSubject<Int, TestError>()
    var cancellable: AnyCancellable?
    do {
      let token = Token()
      captured = token
      cancellable = subject.forEach { [unowned self] completion in
        completions.append(completion)
      } receiveValue: { [unowned self] value in
        await Task.yield()
        values.append(value)
        withExtendedLifetime(token) {}
      }
    }
    await wait {
      subject.send(1)
      return !values.isEmpty
    }
    subject.send(completion: .failure(TestError("end")))
    await wait { !completions.isEmpty }
    expectEqual(completions, [.failure(TestError("end"))])
    await wait { captured == nil }
    withExtendedLifetime(cancellable) {}
  }

  @Test("A cancel on the actor cancels upstream at once, and no closure is called again", arguments: [false, true])
  func cancel(whileItRuns: Bool) async {
    let upstream = ScriptedPublisher<Int, Never>()
    var entered = 0
    var isCancelledInside = false
    let cancellable: AnyCancellable = upstream.forEach { _ in
      Issue.record("The stream has been cancelled.")
    } receiveValue: { _ in
      entered += 1
      while !Task.isCancelled { await Task.yield() }
      isCancelledInside = true
    }
    await wait { !upstream.requests.isEmpty }
    upstream.send(1)
    if whileItRuns { await wait { entered == 1 } }
    cancellable.cancel()
    expect(upstream.isCancelled)
    for _ in 0..<100 { await Task.yield() }
    expectEqual(entered, (whileItRuns ? 1 : 0))
    expectEqual(isCancelledInside, whileItRuns)
  }

  @Test("A completion on its way from the actor of the values to another is dropped by a cancel there")
  func twoActors() async {
    let isThrough = Box(false)
    let isCancelled = Box(false)
    for _ in 0..<100 {
      let values: @Sendable @Elsewhere (Int) async -> Void = { _ in isThrough.value = true }
      isCancelled.value = false
      isThrough.value = false
      let cancellable: AnyCancellable = [1].publisher.forEach(
        receiveCompletion: { _ in expect(!isCancelled.value) }, receiveValue: values)
      // The main actor is busy until the completion waits for it, most probably.
      while !isThrough.value { sched_yield() }
      for _ in 0..<100 { sched_yield() }
      cancellable.cancel()
      isCancelled.value = true
      await Task.yield()
    }
    for _ in 0..<100 { await Task.yield() }
  }

  @globalActor
  private actor Elsewhere {
    static let shared = Elsewhere()
  }

  @Test("Releasing the cancellable cancels")
  func release() async {
    let upstream = ScriptedPublisher<Int, Never>()
    var cancellable: AnyCancellable? = upstream.forEach { _ in await Task.yield() }
    await wait { !upstream.requests.isEmpty }
    expect(!upstream.isCancelled)
    withExtendedLifetime(cancellable) {}
    cancellable = nil
    expect(upstream.isCancelled)
  }
}
