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

/// Pieces of a body that wait to be taken, in order: the first few in memory, the others in a temporary file without a
/// name, so that their number is not bounded by memory.
///
/// The file is a ring: however much passes through it, it grows no longer than what may wait.
package struct Spool {
  /// How many pieces are kept in memory.
  static let memoryLimit = 8

  /// How much is read back at a time.
  private static let chunkSize = 65_536

  private var memory = Queue<Data>()
  private var file: (handle: FileHandle, room: DiskRoom)?
  private let freeSpace: @Sendable () -> Int?

  /// How many bytes may wait in the file; never more than half of what is free on the disk when the file is made.
  private var capacity: Int

  /// Where in the file the next piece begins.
  private var start = 0

  /// How many bytes wait in the file.
  private var count = 0

  /// Makes an empty spool.
  ///
  /// - Parameters:
  ///   - capacity: How many bytes may wait in the file.
  ///   - freeSpace: Says how many bytes are free on the file's disk, if that is known.
  package init(capacity: Int, freeSpace: @escaping @Sendable () -> Int? = DiskRoom.temporary) {
    self.capacity = capacity
    self.freeSpace = freeSpace
  }

  package var isEmpty: Bool { memory.isEmpty && count == 0 }

  /// Whether a further piece would be kept in memory.
  var isLow: Bool { count == 0 && memory.count < Self.memoryLimit }

  /// How many pieces are in memory.
  var memoryCount: Int { memory.count }

  /// Adds a piece.
  ///
  /// - Throws: `BacklogTooLongError`, if more than `capacity` bytes were to wait, or the disk is nearly full; or what the
  ///   system says of the file.
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

  /// Takes the next piece, which need not be one that was added.
  ///
  /// - Throws: What the system says of the file.
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

  /// The position in the file that is `distance` bytes behind the start.
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
    // The file lives on without its name, until the handle is closed; and goes with the process, if that ends first.
    defer { try? FileManager.default.removeItem(at: url) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    let file = try FileHandle(forUpdating: url)
    // A program that is started meanwhile must not keep the file.
    _ = fcntl(file.fileDescriptor, F_SETFD, FD_CLOEXEC)
    self.file = (file, room)
    return file
  }
}
