#if os(Linux)
  private import Foundation

  /// The process's open resources. Other tests open and close some too, so use it in a process of its own.
  public struct Footprint: Sendable, CustomStringConvertible {
    /// The target of each descriptor, such as `socket:[4711]`.
    public let descriptors: [String]

    public let threads: Int

    /// Child processes, including ended ones that were not reaped.
    public let children: [Int32]

    /// Takes the current footprint.
    ///
    /// - Throws: Why `/proc` cannot be read.
    public init() throws {
      let files = FileManager.default
      let folder = "/proc/self/fd"
      // Excludes the descriptor that reads the folder.
      descriptors = try files.contentsOfDirectory(atPath: folder)
        .compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        // Dispatch opens one per clock on first use, and keeps it.
        .filter { $0 != "anon_inode:[timerfd]" }
        .sorted()
      threads = try files.contentsOfDirectory(atPath: "/proc/self/task").count
      let own = getpid()
      children = try files.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        .filter { Self.parent(of: $0) == own }
    }

    private static func parent(of process: Int32) -> Int32? {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        // The name in parentheses may contain any character; the state and the parent follow it.
        let end = status.lastIndex(of: ")")
      else { return nil }
      let fields = status[end...].split(separator: " ")
      return fields.count > 2 ? Int32(fields[2]) : nil
    }

    /// Waits until the process has no more descriptors than now, no child, and few additional threads: Dispatch ends
    /// idle pool threads after some seconds, except a few.
    ///
    /// - Returns: The current and the original footprint, if it keeps more.
    /// - Throws: Why `/proc` cannot be read.
    public func whatIsLeft() async throws -> String? {
      var last = try Footprint()
      for _ in 0..<300 where !last.isWithin(self) {
        try await Task.sleep(for: .milliseconds(100))
        last = try Footprint()
      }
      return last.isWithin(self) ? nil : "It has \(last); it had \(self)"
    }

    private func isWithin(_ other: Footprint) -> Bool {
      descriptors.count <= other.descriptors.count && children.isEmpty && threads <= other.threads + 4
    }

    public var description: String {
      "\(threads) threads, children \(children), \(descriptors.count) descriptors: \(descriptors)"
    }
  }
#endif
