import Streams
import TestSupport
import Testing

@Suite("Combine's source: values")
struct ConcurrencySourceTests {
  @Test("Methods of values that rethrow need a failure type of any Error")
  func rethrowingMethods() async {
    // Without `mapError`, the compiler of Swift 6.3 crashes: the compatibility table has a row.
    let fails = Fail<Int, Fault>(error: .first).mapError { $0 as any Error }
    #expect((try? await fails.values.first { _ in true }) == nil)
    let numbers = [1, 2, 3].publisher.setFailureType(to: (any Error).self)
    #expect((try? await numbers.values.contains(2)) == true)
    // A loop needs nothing.
    do {
      for try await _ in Fail<Int, Fault>(error: .first).values {}
    } catch {
      expectEqual(error, .first)
    }
  }
}
