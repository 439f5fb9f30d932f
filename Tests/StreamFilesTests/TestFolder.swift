import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a test learns of changes: `nil` for events, and a short interval of polling.
let ways: [Duration?] = [nil, .milliseconds(2)]

/// A folder of a test's own, which is removed with the last reference.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    // The real path, by which the system shows open files.
    let temporary = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    url = temporary.appendingPathComponent("streams-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The URL of a file in the folder, which need not exist.
  subscript(name: String) -> URL {
    url.appendingPathComponent(name, isDirectory: false)
  }

  /// Creates a file.
  func create(_ name: String, _ text: String = "") throws -> URL {
    try Data(text.utf8).write(to: self[name])
    return self[name]
  }
}

extension URL {
  /// Appends to the file.
  func append(_ text: String) throws {
    let handle = try FileHandle(forWritingTo: self)
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }

  /// Overwrites the file from its beginning.
  func overwrite(_ text: String) throws {
    let handle = try FileHandle(forWritingTo: self)
    defer { try? handle.close() }
    try handle.write(contentsOf: Data(text.utf8))
  }

  /// Truncates the file.
  func truncate() throws {
    let handle = try FileHandle(forWritingTo: self)
    defer { try? handle.close() }
    try handle.truncate(atOffset: 0)
  }

  /// Renames the file; another one of that name is replaced.
  func move(to other: URL) throws {
    guard rename(path, other.path) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  func remove() throws {
    try FileManager.default.removeItem(at: self)
  }
}

#if os(Linux)
  enum OpenFiles {
    /// The number of descriptors of the process.
    static func count() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }

    /// The number of descriptors of files in a folder.
    static func count(in folder: TestFolder) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        return target?.hasPrefix(folder.url.path) == true
      }
    }

    /// Whether the system watches a file.
    static func isWatched(_ file: URL) throws -> Bool {
      var record = stat()
      guard stat(file.path, &record) == 0 else { return false }
      let number = "ino:\(String(record.st_ino, radix: 16)) "
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fdinfo").contains { name in
        let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8)
        return text?.split(separator: "\n").contains { $0.hasPrefix("inotify") && $0.contains(number) } == true
      }
    }
  }
#endif
