import StreamCore
import StreamReducing
import TestSupport
import Testing

@Suite("sum, average and statistics")
struct StatisticsTests {
  // Case XA-139.
  @Test("The sum, the mean and the variance of all values")
  func values() throws {
    expectEqual([1, 2, 3].publisher.sum().record().values, [6])
    expectEqual([1.0, 2, 3].publisher.average().record().values, [2])
    let statistics = try #require([1.0, 2, 3].publisher.statistics().record().values.first)
    expectEqual(statistics.count, 3)
    expectEqual(statistics.mean, 2)
    #expect(try abs(#require(statistics.variance) - 2 / 3) < 1e-12)
    expectEqual(statistics.minimum, 1)
    expectEqual(statistics.maximum, 3)
  }

  // Case XA-140.
  @Test("Of an empty stream the sum is zero, and there is no mean, variance, minimum or maximum")
  func empty() throws {
    #expect(Empty<Int, Never>().sum().record().values == [0])
    #expect(Empty<Double, Never>().average().record().values == [nil])
    let statistics = try #require(Empty<Double, Never>().statistics().record().values.first)
    expectEqual(statistics.count, 0)
    expect(statistics.mean == nil && statistics.variance == nil)
    expect(statistics.minimum == nil && statistics.maximum == nil)
  }

  // Case XA-141.
  @Test("A million large numbers that differ little keep their variance")
  func precise() throws {
    let numbers = Publishers.Map(upstream: (0..<1_000_000).publisher) { 1e9 + Double($0 % 2) }
    let statistics = try #require(numbers.statistics().record().values.first)
    #expect(try abs(#require(statistics.variance) - 0.25) < 1e-6)
    #expect(try abs(#require(statistics.mean) - (1e9 + 0.5)) < 1e-3)
  }

  @Test("What is not a number makes all but the count not a number, wherever it comes")
  func notANumber() throws {
    for numbers in [[Double.nan, 1, 2], [1, .nan, 2], [1, 2, .nan]] {
      let statistics = try #require(numbers.publisher.statistics().record().values.first)
      expectEqual(statistics.count, 3)
      expect(statistics.mean?.isNaN == true && statistics.variance?.isNaN == true)
      expect(statistics.minimum?.isNaN == true && statistics.maximum?.isNaN == true)
    }
  }

  @Test("The result waits for demand, and a failure drops it")
  func demand() {
    let upstream = ScriptedPublisher<Double, TestError>()
    let recorder = upstream.average().record(demand: .none)
    expectEqual(upstream.demand, .unlimited)
    upstream.send(1)
    upstream.send(completion: .finished)
    expect(recorder.values.isEmpty && recorder.completions.isEmpty)
    recorder.request(.max(1))
    expectEqual(recorder.values, [1])
    expect(recorder.isFinished)

    let failing = ScriptedPublisher<Double, TestError>()
    let other = failing.average().record()
    failing.send(1)
    failing.send(completion: .failure(TestError()))
    expect(other.values.isEmpty)
    expectEqual(other.failure, TestError())
  }
}
