import BenchModel
import BenchReport
import Foundation
import Testing

@Suite("Growth, and its goals")
struct GrowthTests {
  @Test(
    "Elements grow from a thousand to a hundred million, subscribers to a hundred thousand, stages and senders as named"
  )
  func sizes() {
    for growth in [Growth.sequenceElements, .subjectElements] {
      #expect(growth.sizes.first == 1_000 && growth.sizes.last == 100_000_000)
      #expect(growth.permittedMemory == 1_000_000)
    }
    for growth in [Growth.subjectSubscribers, .subscribing] { #expect(growth.sizes == [1, 100, 10_000, 100_000]) }
    for growth in [Growth.typedStages, .erasedStages] { #expect(growth.sizes == [1, 2, 4, 8, 16, 32, 64]) }
    #expect(Contention.senders == [1, 2, 4, 8, 16])
  }

  @Test("The usual run has some of the sizes, and none that takes long", arguments: Growth.allCases)
  func usualSizes(_ growth: Growth) {
    #expect(growth.usualSizes.first == growth.sizes.first)
    #expect(Set(growth.usualSizes).isSubset(of: growth.sizes))
    #expect(growth.usualSizes.allSatisfy { growth.elements($0) <= 1_000_000 })
  }

  @Test("A size may cost 1.3 times the smallest, and what it has reached is worse", arguments: Growth.allCases)
  func goals(_ growth: Growth) {
    #expect(growth.goal(growth.sizes[0]) == Benchmark.Goal())
    for size in growth.sizes.dropFirst() { #expect(growth.goal(size) == Benchmark.Goal(ofReference: 1.3)) }
    for miss in growth.misses { #expect(miss.reached > miss.goal) }
  }

  @Test("Several senders may cost twice what one does, and no more than the peer's", arguments: Contention.allCases)
  func contention(_ contention: Contention) {
    #expect(contention.goal(1) == Benchmark.Goal(ofOpenCombine: 1))
    for senders in Contention.senders.dropFirst() {
      #expect(contention.goal(senders) == Benchmark.Goal(ofOpenCombine: 1, ofReference: 2))
    }
    for miss in contention.misses { #expect(miss.reached > miss.goal) }
  }

  @Test("A run that needs more memory at its peak than it may is told")
  func memory() throws {
    #expect(PeakMemory(before: 5_000_000, growth: 1_000_001, permitted: 1_000_000).isExceeded)
    #expect(!PeakMemory(before: 5_000_000, growth: 1_000_000, permitted: 1_000_000).isExceeded)
    var row = Row(name: "a", goal: .init(), isOfMemory: false, figures: [3, nil, nil, nil])
    row.memory = PeakMemory(before: 5_000_000, growth: 12_000, permitted: 1_000_000)
    row.shares = [0.25, nil, 1, nil]
    #expect(Table.line(row).hasSuffix("5000 kB resident, at the peak 12 kB more, slowest sender 0.25, –, 1.00"))
    let object = try #require(try JSONSerialization.jsonObject(with: Data(try row.json().utf8)) as? [String: Any])
    #expect(object["peak_growth_bytes"] as? Int == 12_000)
    #expect(object["resident_bytes"] as? Int == 5_000_000)
    #expect(object["slowest_sender"] as? Double == 0.25)
    #expect(object["floor_slowest_sender"] == nil)
    #expect(object["opencombine_slowest_sender"] as? Double == 1)
  }
}
