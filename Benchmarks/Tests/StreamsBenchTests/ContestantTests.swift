import BenchModel
import BenchReport
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
    let measurement = try await elsewhere { try runner.measure(growth, size: growth.sizes[1]) }
    #expect(measurement.streams > 0)
    #expect(measurement.reference != nil && measurement.goal.ofReference != nil)
  }

  @Test("A chain of each length computes the same as the loop", arguments: Growth.typedStages.sizes)
  func chains(_ stages: Int) throws {
    let runner = Runner(rounds: 1, turn: .zero, contenders: [.floor, .openCombine])
    let measurement = try runner.measure(Growth.typedStages, size: stages)
    #expect(measurement.streams > 0 && measurement.floor != nil && measurement.openCombine != nil)
  }

  @Test("All contestants receive what three threads send", arguments: Contention.allCases)
  func agree(_ contention: Contention) async throws {
    let measurement = try await elsewhere { try runner.measure(contention, senders: 3) }
    #expect(measurement.streams > 0)
    #expect(measurement.shares.count == Contender.allCases.count)
    #expect(measurement.shares.compactMap { $0 }.allSatisfy { (0...1).contains($0) })
  }

  @Test("One contestant can take part alone")
  func alone() throws {
    let measurement = try Runner(rounds: 1, turn: .zero, contenders: []).measure(.sequenceMapFilter)
    #expect(measurement.streams > 0)
    #expect(measurement.floor == nil && measurement.openCombine == nil && measurement.asyncAlgorithms == nil)
  }

  #if os(Linux)
    // In a process of its own: those of the whole process are counted.
    @Test("Allocations of each element are counted, and those of the whole run are not")
    func counts() async {
      await #expect(processExitsWith: .success) {
        let perElement: Program = { count in
          for _ in 0..<count { opaque(UnsafeMutablePointer<Int>.allocate(capacity: 1)).deallocate() }
          return count
        }
        let perRun: Program = { count in opaque(Array(repeating: 1, count: 10)).count + count }
        let counted = try #require(Allocations.counted(in: perElement, elements: 200_000, permitted: 0))
        #expect(abs(counted.perElement - 1) < 0.05 && counted.isExceeded)
        #expect(Allocations.counted(in: perRun, elements: 200_000, permitted: 0)?.isExceeded == false)
      }
    }

    @Test("The peak of a run's memory is measured, though it is free again at the end")
    func peak() throws {
      let large = try #require(
        PeakMemory.measured(permitted: 1_000_000) { opaque([UInt8](repeating: 1, count: 64_000_000)).count })
      #expect(large.growth > 60_000_000 && large.isExceeded)
      #expect(large.before > 1_000_000)
    }
  #endif
}
