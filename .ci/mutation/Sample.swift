import Foundation

/// The mutants that are drawn: from each module in proportion to what can be changed in it, and at least a few; and of files
/// that are asked for, all that can be in one source.
struct Sample {
  /// More than are wanted, for some do not compile. In the order in which they are drawn.
  var drawn: [Mutant] = []
  var equivalent: [Mutant] = []

  /// How many are wanted of each module.
  var shares: [String: Int] = [:]

  init(of mutants: [Mutant], count: Int, seed: UInt64, equivalents: Equivalents, allOf files: String) {
    func matches(_ mutant: Mutant) -> Bool {
      !files.isEmpty && mutant.file.range(of: files, options: .regularExpression) != nil
    }
    for (module, found) in Dictionary(grouping: mutants, by: \.module) {
      let part = Double(count * found.count) / Double(mutants.count)
      let share = count == 0 ? 0 : min(found.count, max(5, Int(part.rounded())))
      let wanted = found.filter(matches)
      let rest = found.filter { !matches($0) }
      var taken: [Mutant] = []
      take(from: wanted, into: &taken, upTo: .max, seed: seed, equivalents: equivalents)
      shares[module] = share + taken.count
      let reserve = share / 4 + min(share, 5)
      take(from: rest, into: &taken, upTo: taken.count + share + reserve, seed: seed, equivalents: equivalents)
      drawn += taken
    }
    drawn.sort { ($0.rank(seed: seed), $0.key) < ($1.rank(seed: seed), $1.key) }
    for index in drawn.indices { drawn[index].id = index + 1 }
  }

  private mutating func take(
    from mutants: [Mutant], into taken: inout [Mutant], upTo count: Int, seed: UInt64, equivalents: Equivalents
  ) {
    for mutant in mutants.sorted(by: { ($0.rank(seed: seed), $0.key) < ($1.rank(seed: seed), $1.key) }) {
      guard taken.count < count else { break }
      if equivalents.contains(mutant) {
        equivalent.append(mutant)
      } else if taken.allSatisfy({ $0.fits(mutant) }) {
        taken.append(mutant)
      }
    }
  }

  /// Of what compiles, as many of each module as are wanted.
  func chosen(from compiling: [Mutant]) -> [Mutant] {
    var left = shares
    return compiling.filter { mutant in
      left[mutant.module, default: 0] -= 1
      return left[mutant.module, default: 0] >= 0
    }
  }
}
