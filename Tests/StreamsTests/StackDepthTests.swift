import Foundation
import Streams
import TestSupport
import Testing

/// A thread's stack bounds how long a chain of erased publishers may be: each stage attaches, delivers and is released
/// inside the call of the next one. `Docs/Reliability.md` says what a stage costs.
@Suite("Stack depth of a long chain")
struct StackDepthTests {
  private static let depth = 100

  private struct Failed: Error {}

  @Test("A hundred erased stages need at most half a megabyte of stack, including their release, optimised or not")
  func chains() async {
    await #expect(processExitsWith: .success) {
      StackDepthTests.onSmallStack {
        StackDepthTests.run { $0.map { $0 + 1 }.eraseToAnyPublisher() }
        StackDepthTests.run { $0.scan(0) { $0 + $1 }.eraseToAnyPublisher() }
        StackDepthTests.run { $0.flatMap { Just($0).setFailureType(to: Failed.self) }.eraseToAnyPublisher() }
        StackDepthTests.run { $0.merge(with: Empty()).eraseToAnyPublisher() }
        StackDepthTests.run { $0.catch { Fail<Int, Failed>(error: $0) }.eraseToAnyPublisher() }
        StackDepthTests.run { $0.receive(on: ImmediateScheduler.shared).eraseToAnyPublisher() }
      }
    }
  }

  @Test("A hundred publishers, each from the catch of the one before, need at most half a megabyte of stack")
  func nestedCatches() async {
    await #expect(processExitsWith: .success) {
      StackDepthTests.onSmallStack {
        let received = Box<[Int]>([])
        let cancellable = StackDepthTests.attempts(StackDepthTests.depth)
          .sink(receiveCompletion: { _ in }, receiveValue: { value in received.update { $0.append(value) } })
        precondition(received.value == [0])
        cancellable.cancel()
      }
    }
  }

  /// That of the threads of Dispatch and of the concurrency's pool; more under a sanitizer, whose frames are larger,
  /// and with the probes of the inspector.
  private static let stackSize =
    1_024 * (dlsym(nil, "__asan_init") != nil ? 4_096 : isInspected ? 2_048 : isThreadSanitized ? 1_024 : 512)

  private static func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      body()
      exit(EXIT_SUCCESS)
    }
    thread.stackSize = stackSize
    thread.start()
    while true { sleep(1) }
  }

  private static func run(
    _ stage: (AnyPublisher<Int, Failed>) -> AnyPublisher<Int, Failed>
  ) {
    for isCancelled in [false, true] {
      let subject = PassthroughSubject<Int, Failed>()
      var chain = subject.eraseToAnyPublisher()
      for _ in 0..<depth { chain = stage(chain) }
      let received = Box(0)
      let ended = Box(false)
      let cancellable = chain.sink(
        receiveCompletion: { _ in ended.value = true }, receiveValue: { _ in received.increment() })
      subject.send(1)
      if isCancelled { cancellable.cancel() } else { subject.send(completion: .failure(Failed())) }
      precondition(received.value == 1 && ended.value == !isCancelled)
    }
  }

  private static func attempts(_ count: Int) -> AnyPublisher<Int, Failed> {
    guard count > 0 else { return Just(0).setFailureType(to: Failed.self).eraseToAnyPublisher() }
    return Fail<Int, Failed>(error: Failed()).catch { _ in attempts(count - 1) }.eraseToAnyPublisher()
  }
}
