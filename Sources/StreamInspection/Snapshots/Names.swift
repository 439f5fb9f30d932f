/// The name of a publisher or a subscriber, as people write it: `map` for `Publishers.Map<…>`, `conflate` for the
/// toolkit's `ConflatePublisher<…>`, `PassthroughSubject` for a subject, `sink` for its subscriber.
func streamName(of type: Any.Type) -> String {
  let full = _typeName(type, qualified: true)
  let path = full.prefix { $0 != "<" }.split(separator: ".")
  guard let module = path.first, let last = path.last else { return full }
  if module.hasPrefix("Stream"), last.hasSuffix("SinkSubscriber") { return "sink" }
  if path.dropLast().contains(where: { $0 == "Publishers" || $0 == "Subscribers" }) { return lowercasedFirst(last) }
  // What Combine lacks is no member of `Publishers`.
  let suffix = "Publisher"
  guard module.hasPrefix("Stream"), last.hasSuffix(suffix), last != "AnyPublisher" else { return String(last) }
  return lowercasedFirst(last.dropLast(suffix.count))
}

/// With the first letter in lower case, or the first word: `urlSessionDataTask`.
private func lowercasedFirst(_ name: Substring) -> String {
  let capitals = name.prefix(while: \.isUppercase).count
  let isWord = name.dropFirst(capitals).first?.isLowercase == true
  let count = capitals > 1 && isWord ? capitals - 1 : capitals
  return name.prefix(count).lowercased() + name.dropFirst(count)
}
