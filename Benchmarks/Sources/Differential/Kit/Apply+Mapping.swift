import DifferentialModel

#if PEER
  @preconcurrency import OpenCombine
#else
  import Streams
#endif

extension Run {
  func apply(_ stage: Mapping, to upstream: Stream) -> Stream {
    switch stage {
    case .map(let number):
      upstream.map { $0 + number }.eraseToAnyPublisher()
    case .tryMap(let number, let hazard):
      upstream.tryMap { value in
        try hazard.check(value)
        return value + number
      }.faulting()
    case .mapKeyPath:
      upstream.map(\.magnitude).map { Int($0) }.eraseToAnyPublisher()
    case .mapTwoKeyPaths:
      upstream.map(\.magnitude, \.nonzeroBitCount).map { digest([Int($0), $1]) }.eraseToAnyPublisher()
    case .compactMap(let condition):
      upstream.compactMap { condition.holds(for: $0) ? $0 + 1 : nil }.eraseToAnyPublisher()
    case .tryCompactMap(let condition, let hazard):
      upstream.tryCompactMap { value -> Int? in
        try hazard.check(value)
        return condition.holds(for: value) ? value + 1 : nil
      }.faulting()
    case .scan(let initial):
      upstream.scan(initial) { digest([$0, $1]) }.eraseToAnyPublisher()
    case .tryScan(let initial, let hazard):
      upstream.tryScan(initial) { result, value in
        try hazard.check(value)
        return digest([result, value])
      }.faulting()
    case .replaceNil(let condition, let replacement):
      upstream.map { condition.holds(for: $0) ? $0 : nil }.replaceNil(with: replacement).eraseToAnyPublisher()
    case .flatMap(let limit, let children):
      upstream.flatMap(maxPublishers: limit.map(Subscribers.Demand.max) ?? .unlimited) {
        self.child(children, for: $0)
      }.eraseToAnyPublisher()
    case .setFailureType(let replacement):
      upstream.replaceError(with: replacement).setFailureType(to: Fault.self).eraseToAnyPublisher()
    case .encodeAndDecode(let encoder, let decoder):
      upstream.encode(encoder: Coder(hazard: encoder))
        .decode(type: Int.self, decoder: Coder(hazard: decoder))
        .faulting()
    case .erase:
      upstream.eraseToAnyPublisher()
    }
  }
}

/// Converts numbers to text and back, and throws at one number.
private struct Coder: TopLevelEncoder, TopLevelDecoder {
  let hazard: Hazard

  func encode(_ value: some Encodable) throws -> String {
    let text = "\(value)"
    try hazard.check(Int(text) ?? 0)
    return text
  }

  func decode<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    let number = Int(text) ?? 0
    try hazard.check(number)
    guard let value = number as? Value else { throw Fault(code: -2) }
    return value
  }
}
