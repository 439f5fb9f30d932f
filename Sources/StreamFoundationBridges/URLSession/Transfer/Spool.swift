internal import Foundation

/// Pieces of a body that wait to be taken, in order: the first few in memory, the others in a temporary file without a
/// name, so that their number is not bounded by memory.
struct Spool {
  /// How many pieces are kept in memory.
  static let memoryLimit = 8

  /// How much is read back at a time.
  private static let chunkSize = 65_536

  private var memory = Queue<Data>()
  private var file: FileHandle?
  private var written: UInt64 = 0
  private var read: UInt64 = 0

  var isEmpty: Bool { memory.isEmpty && read == written }

  /// How many pieces are in memory.
  var memoryCount: Int { memory.count }

  /// Adds a piece.
  ///
  /// - Throws: What the system says of the file.
  mutating func append(_ data: Data, spills: Bool) throws {
    if !spills || (read == written && memory.count < Self.memoryLimit) { return memory.append(data) }
    let file = try openedFile()
    try file.seek(toOffset: written)
    try file.write(contentsOf: data)
    written += UInt64(data.count)
  }

  /// Takes the next piece, which need not be one that was added.
  ///
  /// - Throws: What the system says of the file.
  mutating func next() throws -> Data? {
    if let data = memory.popFirst() { return data }
    guard let file, read < written else { return nil }
    try file.seek(toOffset: read)
    guard let data = try file.read(upToCount: Self.chunkSize), !data.isEmpty else {
      throw CocoaError(.fileReadCorruptFile)
    }
    read += UInt64(data.count)
    if read == written {
      (read, written) = (0, 0)
      try file.truncate(atOffset: 0)
    }
    return data
  }

  private mutating func openedFile() throws -> FileHandle {
    if let file { return file }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("spool-\(UUID().uuidString)")
    try Data().write(to: url, options: .withoutOverwriting)
    // The file lives on without its name, until the handle is closed; and goes with the process, if that ends first.
    defer { try? FileManager.default.removeItem(at: url) }
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    let file = try FileHandle(forUpdating: url)
    self.file = file
    return file
  }
}
