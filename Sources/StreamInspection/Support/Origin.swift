internal import StreamCore

/// Where pipelines were subscribed to: a few return addresses, which become a line when a person reads it. All
/// pipelines of the same addresses share one.
final class Origin: Sendable {
  private let addresses: [UInt]
  private let line = Locked<String??>(nil)

  private init(_ addresses: [UInt]) {
    self.addresses = addresses
  }

  /// That of the calling thread; `nil` if the platform's C library cannot tell.
  static func capture() -> Origin? {
    let addresses = returnAddresses()
    if addresses.isEmpty { return nil }
    return known.withLock { known in
      if let origin = known[addresses] { return origin }
      let origin = Origin(addresses)
      known[addresses] = origin
      return origin
    }
  }

  /// The line and function that subscribed, as `Feed.swift:41 Feed.start()`; `nil` if the program has no debug
  /// information.
  var description: String? {
    Origin.findLines(of: [self])
    return knownLine
  }

  /// The same, if it has been looked up.
  var knownLine: String? { line.value ?? nil }

  /// Looks up the lines that are not known yet, at once.
  static func findLines(of origins: [Origin]) {
    let unknown = Dictionary(
      origins.lazy.filter { $0.line.value == nil }.map { (ObjectIdentifier($0), $0) }, uniquingKeysWith: { $1 }
    ).values
    if unknown.isEmpty { return }
    // What the standard library reads of a program, hundreds of megabytes of a large one, stays as long as the thread.
    let lines = onThreadOfItsOwn { [unknown = Array(unknown)] in foundLines(of: unknown.map(\.addresses)) }
    for (origin, line) in zip(unknown, lines) { _ = origin.line.exchange(.some(line)) }
  }

  /// For each list of return addresses, the first line that is not the toolkit's. Inlined functions count as called.
  private static func foundLines(of lists: [[UInt]]) -> [String?] {
    let own = ownAddresses(in: Set(lists.joined()))
    var candidates = lists.map { $0.filter { own.contains($0) }[...] }
    var found: [String?] = lists.map { _ in nil }
    // Usually it is the first; a later one below a function of a module that `toolkits` leaves out.
    while true {
      let firsts = Set(candidates.compactMap(\.first))
      if firsts.isEmpty { return found }
      let frames = lines(of: firsts)
      for index in candidates.indices {
        guard let address = candidates[index].popFirst() else { continue }
        guard let frame = (frames[address] ?? []).first(where: { !$0.path.hasPrefix(toolkit) }) else { continue }
        found[index] = "\(frame.path.split(separator: "/").last ?? "?"):\(frame.line) \(frame.function)"
        candidates[index] = []
      }
    }
  }
}

private let known = Locked<[[UInt]: Origin]>([:])

/// The folder of the toolkit's sources, where it was compiled.
private let toolkit: String = {
  let path = #filePath
  guard let module = path.firstRange(of: "StreamInspection/Support/") else { return path }
  return String(path[..<module.lowerBound])
}()
