internal import Foundation

/// The files at a path, as they were at the last look: a file, or the entries of a folder.
struct FileSurvey {
  /// A change of a file.
  struct Change: Hashable {
    /// The entry of the folder; empty for the file at the path itself.
    let entry: String
    let kind: FileChange.Kind
  }

  /// The key of the file at the path itself, which no entry of a folder has.
  private static let itself = ""

  private let path: String
  private var files: [String: FileState]

  /// - Parameter path: The path; there need not be a file.
  /// - Throws: The system's error, if the path or the folder cannot be read.
  init(_ path: String) throws(POSIXError) {
    self.path = path
    files = try Self.files(at: path)
  }

  /// Looks again.
  ///
  /// - Parameter hints: What may have changed since the last look.
  /// - Returns: The changes since then, one at most for each file: first those that are gone, then the others, in the
  ///   order of their names.
  /// - Throws: The system's error, if the path or the folder cannot be read.
  mutating func look(_ hints: FileHints) throws(POSIXError) -> [Change] {
    var changes: [Change] = []
    // Of a path that may lead elsewhere nothing is known.
    if hints.isMoved || hints.isGeneral {
      var former = try Self.files(at: path)
      swap(&former, &files)
      for (entry, state) in files {
        if let kind = Self.kind(of: former.removeValue(forKey: entry), state, isWritten: hints.isWritten(entry)) {
          changes.append(Change(entry: entry, kind: kind))
        }
      }
      changes += former.keys.map { Change(entry: $0, kind: .deleted) }
    } else {
      for entry in hints.entries.keys {
        try look(at: entry, isWritten: hints.isWritten(entry), &changes)
      }
      // A folder has no state of its own, but its entries.
      if hints.isTouched, files[Self.itself] != nil {
        try look(at: Self.itself, isWritten: hints.isWritten, &changes)
      }
    }
    return changes.sorted { $0.isBefore($1) }
  }

  private mutating func look(at entry: String, isWritten: Bool, _ changes: inout [Change]) throws(POSIXError) {
    let state = try Self.state(of: entry, at: path)
    if let kind = Self.kind(of: files[entry], state, isWritten: isWritten) {
      changes.append(Change(entry: entry, kind: kind))
    }
    files[entry] = state
  }

  /// - Returns: What has happened between two states; `nil` if nothing has.
  private static func kind(of former: FileState?, _ state: FileState?, isWritten: Bool) -> FileChange.Kind? {
    guard let state else { return former == nil ? nil : .deleted }
    guard let former else { return .created }
    // A write is one even if the size is the former, and the clock has not ticked since.
    return isWritten || !state.isUnchanged(since: former) ? .modified : nil
  }

  private static func files(at path: String) throws(POSIXError) -> [String: FileState] {
    guard let state = try FileState.of(path) else { return [:] }
    guard state.kind == .folder else { return [itself: state] }
    var files: [String: FileState] = [:]
    for entry in try entries(ofFolder: path) ?? [] { files[entry] = try self.state(of: entry, at: path) }
    return files
  }

  /// An entry that is a symbolic link is looked at itself: the system does not tell what happens to its target.
  private static func state(of entry: String, at path: String) throws(POSIXError) -> FileState? {
    entry == itself ? try FileState.of(path) : try FileState.of("\(path)/\(entry)", followsLink: false)
  }
}

extension FileSurvey.Change {
  fileprivate func isBefore(_ other: Self) -> Bool {
    if (kind == .deleted) != (other.kind == .deleted) { return kind == .deleted }
    return entry < other.entry
  }
}

extension FileHints {
  /// - Parameter entry: The entry of a folder; empty for the file itself.
  /// - Returns: Whether bytes of it were written.
  fileprivate func isWritten(_ entry: String) -> Bool {
    entry.isEmpty ? isWritten : entries[entry] == true
  }
}
