extension ValueModel {
  mutating func apply(_ stage: Grouping, to upstream: [Timed], from step: Int) -> [Timed]? {
    switch stage {
    case .groupBy(let modulus, _): Self.each(upstream) { .pass(digest([$0 % modulus, $0])) }
    case .windowsOf(let size, _): Self.chunks(upstream, maxLength: size)
    case .windowsAt(let boundary):
      Self.cut(upstream, at: signals(ofSource: boundary, from: step), keepsLast: true)
    case .partition(let condition): Self.each(upstream) { .pass(digest([condition.holds(for: $0) ? 1 : 0, $0])) }
    case .chunkedBy(let modulus, let maxLength):
      Self.chunks(upstream, maxLength: maxLength, isNew: { $0.last.map { $0 % modulus } != $1 % modulus })
    case .chunkedOn(let modulus, let maxLength):
      Self.chunks(
        upstream, maxLength: maxLength, isNew: { $0.last.map { $0 % modulus } != $1 % modulus },
        result: { digest([$0[0] % modulus] + $0) })
    case .collectWhileNot(let condition, let maxLength):
      Self.chunks(upstream, maxLength: maxLength, isLast: condition.holds)
    case .collectUntil(let boundary):
      Self.cut(upstream, at: signals(ofSource: boundary, from: step), keepsLast: false)
    }
  }

  /// Chunks that end before a value that does not belong to them, with a last value, or as long as may be.
  private static func chunks(
    _ upstream: [Timed], maxLength: Int, isNew: ([Int], Int) -> Bool = { _, _ in false },
    isLast: (Int) -> Bool = { _ in false }, result: ([Int]) -> Int = digest
  ) -> [Timed] {
    var chunk: [Int] = []
    return each(upstream, finish: { chunk.isEmpty ? [] : [result(chunk)] }) { value in
      var complete: [Int] = []
      func close() {
        complete.append(result(chunk))
        chunk = []
      }
      if !chunk.isEmpty, isNew(chunk, value) { close() }
      chunk.append(value)
      if isLast(value) || chunk.count == maxLength { close() }
      return Reaction(values: complete)
    }
  }

  /// The values between those of a boundary, which is subscribed to after upstream. The end of either is the end, after
  /// what is left.
  private static func cut(_ upstream: [Timed], at boundary: [Timed], keepsLast: Bool) -> [Timed] {
    var chunk: [Int] = []
    var result: [Timed] = []
    func close(in step: Int) {
      result.append(Timed(step: step, signal: .value(digest(chunk))))
      chunk = []
    }
    for (input, timed) in [upstream, boundary].inOrder {
      switch timed.signal {
      case .value(let value):
        if input == 0 { chunk.append(value) } else { close(in: timed.step) }
      case .finished:
        if keepsLast || !chunk.isEmpty { close(in: timed.step) }
        return result + [timed]
      case .failure: return result + [timed]
      }
    }
    return result
  }
}
