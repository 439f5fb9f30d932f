import Foundation
import Testing

/// What the process has open. A test that compares it runs in a process of its own: other tests have threads and descriptors, too.
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
  ///   - rounds: How often it is tried, after three times that may leave what stays for the life of the process: event loops,
  ///     a pool of threads.
  ///   - use: Opens things, and closes them.
  /// - Throws: What `use` throws, and if something is left.
  public static func expectNothingLeft(rounds: Int = 10, by use: () async throws -> Void) async throws {
    for _ in 0..<3 { try await use() }
    let before = Resources()
    for _ in 0..<rounds { try await use() }
    try await settle(to: before)
  }

  /// Waits until there is no more of either than before.
  public static func settle(to before: Resources) async throws {
    try await eventually("\(before) has become \(Resources()).") {
      let now = Resources()
      return now.threads <= before.threads && now.descriptors <= before.descriptors
    }
  }
}
