package import BenchModel
import CHeap
package import Foundation

/// How many instructions an element of each row takes, and what compiled and ran them: as it is kept in the repository.
package struct Instructions: Codable, Equatable, Sendable {
  /// What the counts hold for: with another compiler, architecture or C library, all of them differ.
  package struct Basis: Codable, Equatable, Sendable, CustomStringConvertible {
    package let compiler: String
    package let architecture: String
    package let library: String

    package init(compiler: String, architecture: String, library: String) {
      (self.compiler, self.architecture, self.library) = (compiler, architecture, library)
    }

    package var description: String { "\(compiler), \(architecture), \(library)" }
  }

  package var basis: Basis
  package private(set) var rows: [String: Double]

  package init(basis: Basis, rows: [String: Double] = [:]) {
    self.basis = basis
    self.rows = rows.mapValues(Self.rounded)
  }

  package init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(Instructions.self, from: Data(contentsOf: file))
  }

  /// Sorted by name, one row a line.
  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// A tenth of an instruction is enough, and does not change from count to count.
  private static func rounded(_ count: Double) -> Double { (count * 10).rounded() / 10 }

  // MARK: Comparing

  /// The largest permitted share of a recorded count.
  package static let permitted = 1.03

  /// Compares counts with this record.
  ///
  /// - Parameters:
  ///   - counted: The counts of the rows that were wanted.
  ///   - existing: The names of all rows that can be counted.
  /// - Returns: What is wrong: each fault names the row, what was recorded, and what was counted.
  package func faults(of counted: Instructions, existing: Set<String>) -> [String] {
    guard counted.basis == basis else {
      return ["The record holds for \(basis), and this is \(counted.basis)."]
    }
    let slower = counted.rows.sorted { $0.key < $1.key }.compactMap { name, count -> String? in
      guard let recorded = rows[name] else { return "\(name): not recorded, counted \(count)" }
      guard count > recorded * Self.permitted else { return nil }
      return "\(name): recorded \(recorded), counted \(count), which is \(Self.percentage(count / recorded)) more"
    }
    let left = rows.keys.filter { !existing.contains($0) }.sorted()
    return slower + left.map { "\($0): recorded, but there is no such row" }
  }

  /// The rows that take fewer instructions than recorded, by more than the same margin: to be recorded anew, or the
  /// next regression will go unseen.
  package func improvements(in counted: Instructions) -> [String] {
    counted.rows.sorted { $0.key < $1.key }.compactMap { name, count in
      guard let recorded = rows[name], count * Self.permitted < recorded else { return nil }
      return "\(name): recorded \(recorded), counted \(count)"
    }
  }

  /// Takes over counts, and drops rows that are no more. With another basis, what is not counted anew does not hold.
  package mutating func update(with counted: Instructions, existing: Set<String>) {
    if counted.basis != basis { self = Instructions(basis: counted.basis) }
    rows = rows.merging(counted.rows) { $1 }.filter { existing.contains($0.key) }
  }

  private static func percentage(_ ratio: Double) -> String {
    String(format: "%.1f %%", (ratio - 1) * 100)
  }
}

/// One row under callgrind: it counts what happens within calls of `run_counted`, and writes a file after each.
package enum CountedRun {
  package static let function = "run_counted"

  /// Runs a row twice, with twice as many elements the second time: so set-up and warm-up cancel out.
  package static func run(_ benchmark: Benchmark) {
    guard let program = Contender.streams.contestant.program(benchmark, Work(salt: opaque(Int(1)))) else { return }
    let body = Body(program)
    _ = opaque(program(2 * benchmark.countedElements))
    for count in [benchmark.countedElements, 2 * benchmark.countedElements] {
      _ = run_counted(
        { context, count in
          context.map { Unmanaged<Body>.fromOpaque($0).takeUnretainedValue().program(count) } ?? 0
        },
        Unmanaged.passUnretained(body).toOpaque(), count)
    }
  }

  /// - Parameters:
  ///   - profiles: The texts of the two files that callgrind has written.
  ///   - benchmark: The row that was run.
  /// - Returns: The instructions of an element; `nil` if a file has no total.
  package static func instructions(_ profiles: [String], of benchmark: Benchmark) -> Double? {
    let totals = profiles.compactMap { profile in
      profile.firstMatch(of: /(?m)^totals: (\d+)$/).flatMap { Double($0.output.1) }
    }
    guard totals.count == 2 else { return nil }
    return (totals[1] - totals[0]) / Double(benchmark.countedElements)
  }

  private final class Body {
    let program: Program

    init(_ program: @escaping Program) { self.program = program }
  }
}
