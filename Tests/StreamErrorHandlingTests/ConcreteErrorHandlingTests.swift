import StreamCore
import StreamErrorHandling
import TestSupport
import Testing

@Suite("Error handling keeps a simple type, if the context asks for it")
struct ConcreteErrorHandlingTests {
  private struct Other: Error, Equatable {
    var name: String
  }

  private static func impossible(_ never: Never) -> TestError {}

  @Test("Handling the errors of a Just gives a Just")
  func just() {
    let mapped: Result<Int, TestError>.Publisher = Just(7).mapError(Self.impossible)
    expectEqual(mapped, Result.Publisher(7))
    expectEqual(Just(7).replaceError(with: 9), Just(7))
    expectEqual(Just(7).retry(3), Just(7))
  }

  @Test("Handling the errors of an Optional.Publisher gives an Optional.Publisher", arguments: [7, nil])
  func optional(value: Int?) {
    let source = value.publisher
    let replaced: Optional<Int>.Publisher = source.replaceError(with: 9)
    expectEqual(replaced, source)
    let retried: Optional<Int>.Publisher = source.retry(3)
    expectEqual(retried, source)
  }

  @Test("Handling the errors of a Result.Publisher gives a Result.Publisher")
  func result() {
    let success = Result<Int, TestError>.Publisher(7)
    let failure = Result<Int, TestError>.Publisher(TestError("broken"))
    let mapped: [Result<Int, Other>.Publisher] = [success, failure].map { $0.mapError { Other(name: $0.name) } }
    expectEqual(mapped, [Result.Publisher(7), Result.Publisher(Other(name: "broken"))])
    let replaced: [Result<Int, Never>.Publisher] = [success, failure].map { $0.replaceError(with: 9) }
    expectEqual(replaced, [Result.Publisher(7), Result.Publisher(9)])
    let retried: [Result<Int, TestError>.Publisher] = [success, failure].map { $0.retry(3) }
    expectEqual(retried, [success, failure])
    let asserted: Result<Int, Never>.Publisher = success.assertNoFailure()
    expectEqual(asserted, Result.Publisher(7))
  }

  @Test("assertNoFailure of a failed result traps at the call, with the prefix and the error")
  func message() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let asserted: Result<Int, Never>.Publisher =
        Result<Int, TestError>.Publisher(TestError("the reason")).assertNoFailure("the prefix")
      withExtendedLifetime(asserted) {}
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    expect(text.contains("the prefix: the reason"))
    expect(text.contains("ConcreteErrorHandlingTests"))
  }

  @Test("Without a type from the context, the general forms are chosen")
  func general() {
    typealias Source = Result<Int, TestError>.Publisher
    let source = Source(7)
    #expect(type(of: source.mapError { Other(name: $0.name) }) == Publishers.MapError<Source, Other>.self)
    expect(type(of: source.replaceError(with: 9)) == Publishers.ReplaceError<Source>.self)
    expect(type(of: source.retry(3)) == Publishers.Retry<Source>.self)
    expect(type(of: source.assertNoFailure()) == Publishers.AssertNoFailure<Source>.self)
  }
}
