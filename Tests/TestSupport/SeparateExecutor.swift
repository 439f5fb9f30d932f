import Dispatch
public import Testing

/// Runs the tasks that prefer it on a thread of its own: one that blocks there takes no thread from other tasks.
///
/// The runtime has as many threads for tasks as there are processors. Two tests that block one each, until another task
/// has run, would wait for ever.
public final class SeparateExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "separate tasks")

  public init() {}

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs tests on threads of their own, if they block one until another thread has done its part.
public struct SeparateThreadTrait: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(SeparateExecutor()) { try await function() }
  }
}

extension Trait where Self == SeparateThreadTrait {
  /// Has a thread of its own for each test.
  public static var separateThread: Self { SeparateThreadTrait() }
}
