package import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A FIFO of body chunks: the first few in memory, the others in an unlinked temporary file, so that memory does not
/// limit it.
///
/// The file is a ring buffer: its size is bounded by the backlog, not by the throughput.
package struct Spool {
  /// The number of chunks kept in memory.
  static let memoryLimit = 8

  /// The size of a read from the file.
  private static let chunkSize = 65_536

  private var memory = Queue<Data>()
  private var file: (handle: FileHandle, room: DiskRoom)?
  private let freeSpace: @Sendable () -> Int?

  /// The largest backlog in the file in bytes; at most half of the disk's free space when the file is created.
  private var capacity: Int

  /// The file offset of the next chunk.
  private var start = 0

  /// The number of bytes in the file.
  private var count = 0

  /// Creates an empty spool.
  ///
  /// - Parameters:
  ///   - capacity: The largest backlog in the file in bytes.
  ///   - freeSpace: Returns the free space of the file's disk in bytes, if known.
  package init(capacity: Int, freeSpace: @escaping @Sendable () -> Int? = DiskRoom.temporary) {
    self.capacity = capacity
    self.freeSpace = freeSpace
  }

  package var isEmpty: Bool { memory.isEmpty && count == 0 }

  /// Whether another chunk would be kept in memory.
  var isLow: Bool { count == 0 && memory.count < Self.memoryLimit }

  /// The number of chunks in memory.
  var memoryCount: Int { memory.count }

  /// Appends a chunk.
  ///
  /// - Throws: `BacklogTooLongError`, if the backlog would exceed `capacity`, or the disk is nearly full; or the
  ///   system's error for the file.
  package mutating func append(_ data: Data, spills: Bool) throws {
    if !spills || isLow { return memory.append(data) }
    let file = try openedFile()
    guard data.count <= capacity - count else { throw BacklogTooLongError(maxBacklog: capacity) }
    guard self.file?.room.admits(data.count) != false else { throw BacklogTooLongError(maxBacklog: count) }
    let position = wrapped(count)
    let head = data.prefix(capacity - position)
    try file.seek(toOffset: UInt64(position))
    try file.write(contentsOf: head)
    if head.count < data.count {
      try file.seek(toOffset: 0)
      try file.write(contentsOf: data.dropFirst(head.count))
    }
    count += data.count
  }

  /// Removes the next chunk, with chunk boundaries possibly different from those appended.
  ///
  /// - Throws: The system's error for the file.
  package mutating func next() throws -> Data? {
    if let data = memory.popFirst() { return data }
    guard let file = file?.handle, count > 0 else { return nil }
    try file.seek(toOffset: UInt64(start))
    guard let data = try file.read(upToCount: min(Self.chunkSize, count, capacity - start)), !data.isEmpty else {
      throw CocoaError(.fileReadCorruptFile)
    }
    start = wrapped(data.count)
    count -= data.count
    if count == 0 {
      start = 0
      try file.truncate(atOffset: 0)
    }
    return data
  }

  /// The file offset `distance` bytes after the start, wrapped around.
  private func wrapped(_ distance: Int) -> Int {
    let rest = capacity - start
    return distance < rest ? start + distance : distance - rest
  }

  private mutating func openedFile() throws -> FileHandle {
    if let file { return file.handle }
    let room = DiskRoom(of: freeSpace)
    if let free = room.free { capacity = min(capacity, free / 2) }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("spool-\(UUID().uuidString)")
    try Data().write(to: url, options: .withoutOverwriting)
    // The unlinked file exists until the handle is closed or the process ends.
    defer { try? FileManager.default.removeItem(at: url) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    let file = try FileHandle(forUpdating: url)
    // A program started in the meantime must not inherit the file.
    _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
    self.file = (file, room)
    return file
  }
}
