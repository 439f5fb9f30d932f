import Foundation

/// The mutants that are drawn: from each module in proportion to what can be changed in it, and at least a few; and of
/// files that are asked for, all that can be in one source.
struct Sample {
  /// More than are wanted, for some do not compile, and some are known to change nothing. In the order in which they
  /// are drawn, which does not depend on what is known: an entry in the list makes nothing compile again.
  var drawn: [Mutant] = []

  /// How many are wanted of each module.
  var shares: [String: Int] = [:]

  init(of mutants: [Mutant], count: Int, seed: UInt64, allOf files: String) {
    func matches(_ mutant: Mutant) -> Bool {
      !files.isEmpty && mutant.file.range(of: files, options: .regularExpression) != nil
    }
    for (module, found) in Dictionary(grouping: mutants, by: \.module) {
      let part = Double(count * found.count) / Double(mutants.count)
      let share = count == 0 ? 0 : min(found.count, max(5, Int(part.rounded())))
      let wanted = found.filter(matches)
      let rest = found.filter { !matches($0) }
      var taken: [Mutant] = []
      take(from: wanted, into: &taken, upTo: .max, seed: seed)
      shares[module] = share + taken.count
      let reserve = share / 4 + min(share, 5)
      take(from: rest, into: &taken, upTo: taken.count + share + reserve, seed: seed)
      drawn += taken
    }
    drawn.sort { ($0.rank(seed: seed), $0.key) < ($1.rank(seed: seed), $1.key) }
    for index in drawn.indices { drawn[index].id = index + 1 }
  }

  private mutating func take(
    from mutants: [Mutant], into taken: inout [Mutant], upTo count: Int, seed: UInt64
  ) {
    for mutant in mutants.sorted(by: { ($0.rank(seed: seed), $0.key) < ($1.rank(seed: seed), $1.key) }) {
      guard taken.count < count else { break }
      if taken.allSatisfy({ $0.fits(mutant) }) { taken.append(mutant) }
    }
  }

  /// Of what compiles, as many of each module as are wanted, and what was met meanwhile that is equivalent.
  func chosen(from compiling: [Mutant], equivalents: Equivalents) -> (tried: [Mutant], equivalent: [Mutant]) {
    var left = shares
    var (tried, equivalent): ([Mutant], [Mutant]) = ([], [])
    for mutant in compiling where left[mutant.module, default: 0] > 0 {
      if equivalents.contains(mutant) {
        equivalent.append(mutant)
      } else {
        tried.append(mutant)
        left[mutant.module, default: 0] -= 1
      }
    }
    return (tried, equivalent)
  }
}
