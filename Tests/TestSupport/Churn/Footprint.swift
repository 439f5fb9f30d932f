#if os(Linux)
  private import Foundation

  /// What this process has open. Other tests open and close the like: it is for tests with a process of their own.
  public struct Footprint: Sendable, CustomStringConvertible {
    /// What each descriptor is of, such as `socket:[4711]`.
    public let descriptors: [String]

    public let threads: Int

    /// Child processes, those that have ended and were not reaped included.
    public let children: [Int32]

    /// Takes the footprint of this moment.
    ///
    /// - Throws: Why `/proc` cannot be read.
    public init() throws {
      let files = FileManager.default
      let folder = "/proc/self/fd"
      // The one by which the folder is read is none of them.
      descriptors = try files.contentsOfDirectory(atPath: folder)
        .compactMap { try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
        // Dispatch opens one for each clock, when that is first asked, and keeps it.
        .filter { $0 != "anon_inode:[timerfd]" }
        .sorted()
      threads = try files.contentsOfDirectory(atPath: "/proc/self/task").count
      let own = getpid()
      children = try files.contentsOfDirectory(atPath: "/proc").compactMap { Int32($0) }
        .filter { Self.parent(of: $0) == own }
    }

    private static func parent(of process: Int32) -> Int32? {
      guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        // The name in parentheses may have any character; the state and the parent follow it.
        let end = status.lastIndex(of: ")")
      else { return nil }
      let fields = status[end...].split(separator: " ")
      return fields.count > 2 ? Int32(fields[2]) : nil
    }

    /// Waits until this process has no more descriptors than now, no child, and few more threads: Dispatch lets those of its
    /// pool go after some seconds, but for a few.
    ///
    /// - Returns: What it has, and what it had, if it keeps more.
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
