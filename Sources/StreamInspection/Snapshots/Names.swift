internal import StreamCore

/// The names of publishers and subscribers, as people write them.
enum StreamNames {
  private static let known = Locked<[ObjectIdentifier: String]>([:])

  /// `map` for `Publishers.Map<…>`, `PassthroughSubject` for a subject.
  static func name(of type: Any.Type) -> String {
    let key = ObjectIdentifier(type)
    if let name = known.withLock({ $0[key] }) { return name }
    let name = derivedName(of: type)
    known.withLock { $0[key] = name }
    return name
  }

  private static func derivedName(of type: Any.Type) -> String {
    let full = _typeName(type, qualified: true)
    let path = full.prefix { $0 != "<" }.split(separator: ".")
    guard let last = path.last else { return full }
    if last == "SinkSubscriber" { return "sink" }
    let isNested = path.dropLast().contains { $0 == "Publishers" || $0 == "Subscribers" }
    guard isNested, let first = last.first else { return String(last) }
    return first.lowercased() + last.dropFirst()
  }
}
