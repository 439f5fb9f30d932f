public import GRDB

/// Why a database could not be read or written.
///
/// The cases are those that a program treats differently; the error that GRDB or a closure has thrown is in each.
public enum DatabaseFailure: Error, Sendable {
  /// Another connection holds the lock, for longer than the configuration's `busyMode` waits: try again.
  case locked(DatabaseError)

  /// The disk or the database is full: nothing was written.
  case full(DatabaseError)

  /// A constraint was violated: a key that exists, a missing reference, a failed check.
  case constraint(DatabaseError)

  /// The file is not a database, or is damaged.
  case malformed(DatabaseError)

  /// The database has been closed.
  case closed(DatabaseError)

  /// Another error: of SQLite, such as a file that cannot be opened; of decoding; or one that a closure has thrown.
  case other(any Error)

  /// Sorts an error by its result code.
  ///
  /// - Parameter error: An error of GRDB, or of a closure that was given a database.
  public init(_ error: any Error) {
    guard let error = error as? DatabaseError else {
      self = .other(error)
      return
    }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(error)
    case .SQLITE_FULL: self = .full(error)
    case .SQLITE_CONSTRAINT: self = .constraint(error)
    case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .malformed(error)
    // GRDB has this code for a closed connection, with SQLite's own text for a connection that was closed in its back.
    case .SQLITE_MISUSE: self = .closed(error)
    default: self = .other(error)
    }
  }

  /// The error that was sorted.
  public var underlying: any Error {
    switch self {
    case .locked(let error), .full(let error), .constraint(let error), .malformed(let error), .closed(let error): error
    case .other(let error): error
    }
  }
}
