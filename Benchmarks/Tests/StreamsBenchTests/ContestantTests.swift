import BenchModel
import BenchReport
import Foundation
import Testing

@Suite("The contestants of streams-bench", .serialized)
struct ContestantTests {
  private let runner = Runner(rounds: 1, turn: .zero, contenders: Set(Contender.allCases))

  @Test("All contestants compute the same result, in each row", arguments: Benchmark.allCases)
  func agree(_ benchmark: Benchmark) async throws {
    let measurement = try await elsewhere { try runner.measure(benchmark) }
    #expect(measurement.streams > 0)
    #expect(measurement.name == benchmark.rawValue)
  }

  @Test("All contestants compute the same result, for each size", arguments: Growth.allCases)
  func agree(_ growth: Growth) async throws {
    let measurement = try await elsewhere { try runner.measure(growth, size: 100) }
    #expect(measurement.streams > 0)
  }

  @Test("One contestant can take part alone")
  func alone() throws {
    let measurement = try Runner(rounds: 1, turn: .zero, contenders: []).measure(.sequenceMapFilter)
    #expect(measurement.streams > 0)
    #expect(measurement.floor == nil && measurement.openCombine == nil && measurement.asyncAlgorithms == nil)
  }

  #if os(Linux)
    // With so many elements, what tests of other suites allocate meanwhile does not matter.
    @Test("Allocations of each element are counted, and those of the whole run are not")
    func counts() throws {
      let perElement: Program = { count in
        for _ in 0..<count { opaque(UnsafeMutablePointer<Int>.allocate(capacity: 1)).deallocate() }
        return count
      }
      let perRun: Program = { count in opaque(Array(repeating: 1, count: 10)).count + count }
      let counted = try #require(Allocations.counted(in: perElement, elements: 2_000_000, permitted: 0))
      #expect(abs(counted.perElement - 1) < 0.05 && counted.isExceeded)
      #expect(Allocations.counted(in: perRun, elements: 2_000_000, permitted: 0)?.isExceeded == false)
    }
  #endif

  /// Measures on a separate thread: waiting for the async sequences must not block the threads that run them.
  private func elsewhere(_ measure: @escaping @Sendable () throws -> Row) async throws -> Row {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try measure() }) }
    }
  }
}
