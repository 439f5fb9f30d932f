/// A reproducible random generator: SplitMix64.
package struct Dice {
  private var state: UInt64

  /// The generator of one scenario, independent of the others, so that each scenario can be rerun alone.
  package init(seed: UInt64, scenario: Int) {
    state = seed
    state = next() &+ UInt64(truncatingIfNeeded: scenario) &* 0x9e37_79b9_7f4a_7c15
    state = next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 to `bound - 1`.
  package mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  package mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  package mutating func chance(_ wins: Int, in total: Int) -> Bool {
    below(total) < wins
  }

  /// A random number of things.
  package mutating func some<Thing>(_ count: ClosedRange<Int>, _ make: (inout Dice) -> Thing) -> [Thing] {
    var things: [Thing] = []
    for _ in 0..<within(count) { things.append(make(&self)) }
    return things
  }

  /// A small value, so that equal ones are frequent.
  package mutating func value() -> Int { below(6) }

  package mutating func fault() -> Fault { Fault(code: within(1...3)) }
}
