import StreamConcurrency
import StreamCore
import TestSupport
import Testing

@Suite("Future.value")
struct FutureValueTests {
  @Test("Returns the value of a future that is already fulfilled")
  func keptBefore() async throws {
    let certain = Future<Int, Never> { $0(.success(1)) }
    #expect(await certain.value == 1)
    let uncertain = Future<Int, TestError> { $0(.success(2)) }
    #expect(try await uncertain.value == 2)
  }

  @Test("Waits for a future that is fulfilled later")
  func keptLater() async throws {
    let kept = Locked<Future<Int, Never>.Promise?>(nil)
    let future = Future<Int, Never> { promise in _ = kept.exchange(promise) }
    let waiter = Task { await future.value }
    await Task.yield()
    kept.value?(.success(3))
    #expect(await waiter.value == 3)
  }

  @Test("Throws the failure")
  func fails() async {
    let future = Future<Int, TestError> { $0(.failure(TestError("broken"))) }
    await #expect(throws: TestError("broken")) { try await future.value }
  }

  @Test("A cancel of the task ends the wait with a CancellationError if the future may fail")
  func cancels() async throws {
    let kept = Locked<Future<Int, TestError>.Promise?>(nil)
    let future = Future<Int, TestError> { promise in _ = kept.exchange(promise) }
    let waiter = Task { try await future.value }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    kept.value?(.success(1))
    #expect(try await future.value == 1)
  }

  @Test("A cancel of the task does not end the wait if the future cannot fail")
  func outlastsCancel() async {
    let kept = Locked<Future<Int, Never>.Promise?>(nil)
    let future = Future<Int, Never> { promise in _ = kept.exchange(promise) }
    let waiter = Task { await future.value }
    waiter.cancel()
    kept.value?(.success(4))
    #expect(await waiter.value == 4)
  }

  @Test("On an actor the caller continues on that actor")
  @MainActor
  func staysOnActor() async {
    final class Cell { let value = 5 }
    let future = Future<Cell, Never> { $0(.success(Cell())) }
    #expect(await future.value.value == 5)
    MainActor.assertIsolated()
  }
}
