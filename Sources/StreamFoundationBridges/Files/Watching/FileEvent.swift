/// What the system reports about a watched file or folder.
struct FileEvent: Sendable {
  /// The kinds of events.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8

    /// Bytes were written, or the file was truncated.
    static let written = Kinds(rawValue: 1)

    /// The time of modification, the permissions, the owner or the number of names was changed.
    static let attributes = Kinds(rawValue: 2)

    /// An entry of the folder came or went.
    static let entries = Kinds(rawValue: 4)

    /// The file or folder was moved or deleted, so that its path may lead to another one, or nowhere.
    static let itself = Kinds(rawValue: 8)

    /// Events were lost.
    static let lost = Kinds(rawValue: 16)
  }

  let kinds: Kinds

  /// The entry of the folder; `nil` if the event is about the watched file or folder itself.
  let entry: String?
}

/// What may have changed at a path since the last look.
struct FileHints: Sendable {
  /// Whether the path may lead to another file than before, so that it must be watched anew.
  private(set) var isMoved = false

  /// Whether anything may have changed.
  private(set) var isGeneral = false

  /// The entries of a folder that may have changed, each with whether bytes were written.
  private(set) var entries: [String: Bool] = [:]

  /// Whether bytes of the file itself were written.
  private(set) var isWritten = false

  /// Whether the file itself may have changed.
  private(set) var isTouched = false

  /// More entries than this are not distinguished, so that a folder in which files come and go takes no more memory.
  private static let maxEntries = 1_000

  /// Nothing may have changed.
  static let none = FileHints()

  /// Everything may have changed.
  static let all = {
    var hints = FileHints()
    (hints.isMoved, hints.isGeneral) = (true, true)
    return hints
  }()

  var isEmpty: Bool { !isMoved && !isGeneral && !isTouched && entries.isEmpty }

  /// Adds an event of the file or folder at the path.
  mutating func add(_ event: FileEvent) {
    if event.kinds.contains(.lost) { self = .all }
    guard !isGeneral || event.entry == nil else { return }
    if let entry = event.entry {
      entries[entry, default: false] = entries[entry] == true || event.kinds.contains(.written)
      if entries.count > Self.maxEntries { (isGeneral, entries) = (true, [:]) }
      return
    }
    isTouched = true
    if event.kinds.contains(.written) { isWritten = true }
    // A change of the number of names comes as one of attributes.
    if !event.kinds.isDisjoint(with: [.itself, .attributes]) { isMoved = true }
  }

  /// Adds an event of the folder in which the path's last name is.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - name: The path's last name; `nil` if any of the folder's entries may change where the path leads.
  mutating func add(_ event: FileEvent, ofParentOf name: String?) {
    if event.kinds.contains(.lost) { self = .all }
    if event.kinds.contains(.itself) && event.entry == nil || event.entry != nil && (name == nil || event.entry == name)
    {
      (isMoved, isTouched) = (true, true)
    }
  }
}
