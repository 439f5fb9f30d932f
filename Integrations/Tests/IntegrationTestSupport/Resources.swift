import Foundation
import Testing

/// What the process has open. A test that compares it runs in a process of its own: other tests have threads and
/// descriptors, too.
public struct Resources: Equatable, Sendable {
  /// How many threads there are.
  public let threads: Int

  /// How many descriptors are open.
  public let descriptors: Int

  /// Counts them now.
  public init() {
    threads = Self.count("task")
    descriptors = Self.count("fd")
  }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
  }

  /// Fails if a use leaves threads or descriptors behind.
  ///
  /// - Parameters:
  ///   - rounds: How often it is tried, after three times that may leave what stays for the life of the process: event
  ///     loops, a pool of threads.
  ///   - use: Opens things, and closes them.
  /// - Throws: What `use` throws, and if something is left.
  public static func expectNothingLeft(rounds: Int = 10, by use: () async throws -> Void) async throws {
    for _ in 0..<3 { try await use() }
    let before = await atRest()
    for _ in 0..<rounds { try await use() }
    let after = await atRest { $0.threads <= before.threads && $0.descriptors <= before.descriptors }
    #expect(after.threads <= before.threads && after.descriptors <= before.descriptors, "\(before) became \(after).")
  }

  /// Counts them when none has come or gone for a while, or when they are as they should be.
  ///
  /// Dispatch ends a thread that has had nothing to do for five seconds: so this waits longer, and on a thread of its
  /// own, since a task would keep the pool's busy.
  private static func atRest(or isDone: @escaping @Sendable (Resources) -> Bool = { _ in false }) async -> Resources {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var (last, since) = (Resources(), ContinuousClock.now)
        while !isDone(last), ContinuousClock.now - since < .seconds(6) {
          Thread.sleep(forTimeInterval: 0.02)
          let now = Resources()
          if now != last { (last, since) = (now, .now) }
        }
        continuation.resume(returning: last)
      }
    }
  }
}
