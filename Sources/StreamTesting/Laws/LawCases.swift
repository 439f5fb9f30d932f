/// Draws cases of a space so that each pair of values comes soon.
struct LawCases {
  private let space: LawSpace
  private var generator: SeededGenerator
  private var seen: Set<Int> = []

  /// The numbers of values in each dimension; the last are choices of the law.
  private let sizes: [Int]
  private static let pickSizes = [12, 5, 4]

  init(of space: LawSpace, seed: UInt64) {
    self.space = space
    generator = SeededGenerator(seed: seed)
    sizes =
      [
        space.sources.count, space.lengths.count, space.demands.count, space.ends.count, space.places.count,
        space.paces.count,
      ] + Self.pickSizes
    precondition(!sizes.contains(0), "A law needs one source, length, demand, end, place and pace at least.")
  }

  /// The one of twenty random cases that has the most new pairs.
  mutating func next() -> LawCase {
    var best: (values: [Int], pairs: [Int]) = ([], [])
    for _ in 0..<20 {
      let values = sizes.map { Int(generator.next() % UInt64($0)) }
      let pairs = newPairs(of: values)
      if best.values.isEmpty || pairs.count > best.pairs.count { best = (values, pairs) }
    }
    seen.formUnion(best.pairs)
    return makeCase(best.values)
  }

  private func newPairs(of values: [Int]) -> [Int] {
    var pairs: [Int] = []
    for one in values.indices {
      for other in 0..<one {
        let pair = ((one * 16 + other) * 64 + values[one]) * 64 + values[other]
        if !seen.contains(pair) { pairs.append(pair) }
      }
    }
    return pairs
  }

  private mutating func makeCase(_ values: [Int]) -> LawCase {
    var lawCase = LawCase(
      space.sources[values[0]], length: space.lengths[values[1]], demand: space.demands[values[2]],
      end: space.ends[values[3]], place: space.places[values[4]], pace: space.paces[values[5]],
      picks: Array(values[6...])
    ).normalised(in: space)
    if generator.next() % 2 == 0 { moveEnd(of: &lawCase) }
    return lawCase.normalised(in: space)
  }

  /// Draws the number of elements after which the source fails, or the subscriber leaves.
  private mutating func moveEnd(of lawCase: inout LawCase) {
    let count = Int(generator.next() % UInt64(lawCase.length + 1))
    switch lawCase.end {
    case .failure: lawCase.length = max(count, min(space.lengths.min() ?? 0, lawCase.length))
    case .cancel(after: 1...): lawCase.end = .cancel(after: max(1, count))
    case .release: lawCase.end = .release(after: max(1, count))
    case .cancelOutside: lawCase.end = .cancelOutside(after: count)
    case .finish, .never, .cancel: break
    }
  }
}
