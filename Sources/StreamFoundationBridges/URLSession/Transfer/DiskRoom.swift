package import Foundation

/// The room on a disk that others write to, too, perhaps other transfers.
///
/// What is free when a file is begun is shared out to that file, and may be to another at the same moment. So it is looked at
/// again and again while the file is written, and some of it is never used.
package struct DiskRoom {
  /// How many bytes were free at the beginning; `nil` if the system does not say.
  let free: Int?

  /// How many bytes are left free at least: 64 mebibytes, or a tenth of what was free at the beginning, if that is less.
  private let floor: Int

  private let freeSpace: @Sendable () -> Int?
  private var written = 0

  /// Looks how much is free.
  ///
  /// - Parameter freeSpace: Says how many bytes are free, if that is known.
  init(of freeSpace: @escaping @Sendable () -> Int?) {
    self.freeSpace = freeSpace
    free = freeSpace()
    floor = min(64 << 20, (free ?? .max) / 10)
  }

  /// Notes that bytes are to be written, and looks how much is free whenever they come to a quarter of the floor: so often
  /// that a few files which are written at the same time do not use it up between two looks.
  ///
  /// - Returns: Whether they may be written; not when less than the floor is free.
  mutating func admits(_ count: Int) -> Bool {
    written += count
    guard written >= floor / 4 else { return true }
    written = 0
    return freeSpace() ?? .max >= floor
  }

  /// How many bytes are free on the disk of the temporary directory; `nil` if the system does not say.
  package static let temporary: @Sendable () -> Int? = { FileManager.default.temporaryDirectory.freeSpace }
}

extension URL {
  /// How many bytes are free on the disk that this is on; `nil` if the system does not say.
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
