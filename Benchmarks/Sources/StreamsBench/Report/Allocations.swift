package import BenchModel
import CHeap

/// How many allocations an element takes.
package struct Allocations: Sendable {
  package let perElement: Double
  package let permitted: Double

  package init(perElement: Double, permitted: Double) {
    (self.perElement, self.permitted) = (perElement, permitted)
  }

  /// Whether an element takes more than it may. A buffer that grows allocates once in a while; so does what other
  /// threads do meanwhile.
  package var isExceeded: Bool { perElement > permitted + 0.05 }

  /// Counts the allocations of twice as many elements, less those of the elements: what a subscription costs cancels
  /// out.
  ///
  /// - Parameters:
  ///   - program: The pipeline, which has run before.
  ///   - elements: The number of elements of the longer run.
  ///   - permitted: How many allocations an element may take.
  /// - Returns: `nil` where the C library does not let a program count them.
  package static func counted(in program: Program, elements: Int, permitted: Double) -> Allocations? {
    let half = elements / 2
    guard let short = count({ program(half) }), let long = count({ program(2 * half) }) else { return nil }
    return Allocations(perElement: Double(long - short) / Double(half), permitted: permitted)
  }

  private static func count(_ body: () -> Int) -> Int? {
    begin_counting_allocations()
    _ = opaque(body())
    let count = end_counting_allocations()
    return count < 0 ? nil : count
  }
}
