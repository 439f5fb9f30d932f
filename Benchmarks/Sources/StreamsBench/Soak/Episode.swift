/// One piece of the soak's work: it begins and ends, and leaves nothing behind.
struct Episode: Sendable {
  let name: String

  /// Its argument is a size, one or more. It returns the number of values that have passed, and throws if one was lost.
  let run: @Sendable (Int) throws -> Int

  init(_ name: String, _ run: @escaping @Sendable (Int) throws -> Int) {
    (self.name, self.run) = (name, run)
  }

  /// All kinds of work.
  static let all = sources + subjects + joins + sharing + timing + futures + tasks + bridges
}

/// What was received is not what was sent.
package struct SoakFault: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
