import Streams
import TestSupport
import Testing

@Suite("Combine's source: handling errors")
struct ErrorHandlingSourceTests {
  typealias Numbers = PassthroughSubject<Int, Fault>

  let numbers = Numbers()

  @Test("replaceError, catch, tryCatch, assertNoFailure, retry and mapError")
  func handling() {
    let caught: Publishers.Catch<Numbers, Just<Int>> = numbers.catch { _ in Just(1) }
    expect(caught.upstream === numbers && caught.handler(.first) == Just(1))
    let tryCaught: Publishers.TryCatch<Numbers, Just<Int>> = numbers.tryCatch { _ in Just(1) }
    expect(tryCaught.upstream === numbers)
    let retried: Publishers.Retry<Numbers> = numbers.retry(2)
    expectEqual(retried.retries, 2)
    let mapped: Publishers.MapError<Numbers, Fault> = numbers.mapError { _ in .second }
    expectEqual(mapped.transform(.first), .second)
    let replaced: Publishers.ReplaceError<Numbers> = numbers.replaceError(with: 5)
    expectEqual(replaced.output, 5)
    let asserted: Publishers.AssertNoFailure<Numbers> = numbers.assertNoFailure("numbers")
    expectEqual(asserted.prefix, "numbers")
    expectEqual(outputs(Fail<Int, Fault>(error: .first).catch { error in Just(error == .first ? 1 : 2) }), [1])
    expectEqual(error(Fail<Int, Fault>(error: .first).mapError { _ in Fault.second }), .second)
    expectEqual(outputs(Fail<Int, Fault>(error: .first).replaceError(with: 9)), [9])
    expectEqual(outputs(Just(1).tryMap { _ -> Int in throw Fault.first }.catch { _ in Just(2) }), [2])
    let just: Just<Int> = Just(1).replaceError(with: 2)
    expectEqual(just.output, 1)
  }
}
