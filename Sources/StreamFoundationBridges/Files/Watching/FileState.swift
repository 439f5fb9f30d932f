internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// What the system says about a file.
struct FileState: Hashable, Sendable {
  /// What kind of file it is.
  enum Kind: Sendable {
    case regular, folder, other
  }

  let kind: Kind

  /// Identifies the file as long as it is open somewhere, whatever its name.
  let device: UInt64
  let number: UInt64

  /// In bytes.
  let size: Int64

  /// The time of modification.
  let seconds: Int64
  let nanoseconds: Int64

  /// - Parameters:
  ///   - path: A path.
  ///   - followsLink: Whether the file to which a symbolic link leads is meant.
  /// - Returns: The state of the file; `nil` if there is none.
  /// - Throws: The system's error.
  static func of(_ path: String, followsLink: Bool = true) throws(POSIXError) -> FileState? {
    var record = stat()
    if (followsLink ? stat(path, &record) : lstat(path, &record)) == 0 { return FileState(record) }
    if errno == ENOENT { return nil }
    throw POSIXError(currentErrorNumber: errno)
  }

  /// - Parameter descriptor: An open file.
  /// - Throws: The system's error.
  init(of descriptor: Int32) throws(POSIXError) {
    var record = stat()
    guard fstat(descriptor, &record) == 0 else { throw POSIXError(currentErrorNumber: errno) }
    self.init(record)
  }

  private init(_ record: stat) {
    let format = Int(record.st_mode) & Int(S_IFMT)
    kind = format == Int(S_IFREG) ? .regular : format == Int(S_IFDIR) ? .folder : .other
    device = UInt64(truncatingIfNeeded: record.st_dev)
    number = UInt64(truncatingIfNeeded: record.st_ino)
    size = Int64(record.st_size)
    #if canImport(Darwin)
      let time = record.st_mtimespec
    #else
      let time = record.st_mtim
    #endif
    (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec))
  }

  func isSameFile(as other: FileState) -> Bool {
    device == other.device && number == other.number
  }

  /// Whether it is the same file, with the same content as far as that can be seen. A folder has none: its time
  /// changes with its own entries.
  func isUnchanged(since former: FileState) -> Bool {
    kind == .folder ? isSameFile(as: former) : self == former
  }

  /// Whether there is a file, even a symbolic link that leads nowhere.
  static func isPresent(_ path: String) -> Bool {
    var record = stat()
    return lstat(path, &record) == 0
  }

  static func isSymbolicLink(_ path: String) -> Bool {
    var record = stat()
    return lstat(path, &record) == 0 && Int(record.st_mode) & Int(S_IFMT) == Int(S_IFLNK)
  }
}

/// The names in a folder.
///
/// - Returns: The names, but for those of the folder and its parent; `nil` if there is no such folder.
/// - Throws: The system's error.
func entries(ofFolder path: String) throws(POSIXError) -> [String]? {
  guard let folder = opendir(path) else {
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw POSIXError(currentErrorNumber: errno)
  }
  defer { closedir(folder) }
  var names: [String] = []
  while true {
    errno = 0
    guard let entry = readdir(folder) else {
      if errno != 0 { throw POSIXError(currentErrorNumber: errno) }
      return names
    }
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
        String(cString: $0)
      }
    }
    if name != ".", name != ".." { names.append(name) }
  }
}
