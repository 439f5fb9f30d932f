package import Foundation

/// The free space of a disk shared with other writers, possibly other transfers.
///
/// The free space at the creation of a file is allotted to that file, and possibly to another at the same moment. So it
/// is checked repeatedly while the file is written, and a reserve is never used.
package struct DiskRoom {
  /// The initial free space in bytes; `nil` if the system does not report it.
  let free: Int?

  /// The reserve in bytes: 64 mebibytes, or a tenth of the initial free space if that is less.
  private let floor: Int

  private let freeSpace: @Sendable () -> Int?
  private var written = 0

  /// Reads the free space.
  ///
  /// - Parameter freeSpace: Returns the free space in bytes, if known.
  init(of freeSpace: @escaping @Sendable () -> Int?) {
    self.freeSpace = freeSpace
    free = freeSpace()
    floor = min(64 << 20, (free ?? .max) / 10)
  }

  /// Records bytes about to be written, and checks the free space whenever they reach a quarter of the reserve: often
  /// enough that a few files written at the same time do not exhaust the reserve between two checks.
  ///
  /// - Returns: Whether they may be written: `false` if less than the reserve is free.
  mutating func admits(_ count: Int) -> Bool {
    written += count
    guard written >= floor / 4 else { return true }
    written = 0
    return freeSpace() ?? .max >= floor
  }

  /// The free space in bytes on the disk of the temporary directory; `nil` if the system does not report it.
  package static let temporary: @Sendable () -> Int? = { FileManager.default.temporaryDirectory.freeSpace }
}

extension URL {
  /// The free space in bytes on the disk of this file; `nil` if the system does not report it.
  package var freeSpace: Int? {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    switch attributes?[.systemFreeSize] {
    case let number as NSNumber: return number.intValue
    // On Linux, numbers are not bridged.
    case let number as any BinaryInteger: return Int(clamping: number)
    default: return nil
    }
  }
}
