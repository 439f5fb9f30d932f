import StreamConcurrency
import StreamCore
import TestSupport
import Testing

/// Which failure the compiler infers from which closure: that this compiles is the test.
@Suite("Forms of asynchronous closures")
struct ClosureFormsTests {
  private func text(_ number: Int) async -> String { "\(number)" }
  private func untyped(_ number: Int) async throws -> String { "\(number)" }
  private func typed(_ number: Int) async throws(TestError) -> String { "\(number)" }

  private func fails<P: Publisher, Failure: Error>(_ publisher: P, with: Failure.Type) where P.Failure == Failure {}

  @Test("Where upstream cannot fail, the failure is what the closure throws")
  func onNever() {
    let upstream = Empty<Int, Never>()
    fails(upstream.asyncMap { $0 + 1 }, with: Never.self)
    fails(upstream.asyncMap { await text($0) }, with: Never.self)
    fails(upstream.asyncMap { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncMap { number async throws(TestError) in try await typed(number) }, with: TestError.self)
    fails(upstream.asyncMap(typed), with: TestError.self)
    fails(upstream.asyncMap(maxConcurrent: 2, inOrderBy: \.self) { await text($0) }, with: Never.self)
    fails(upstream.asyncMap(maxConcurrent: 2, inOrderBy: { $0 }) { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncMap(maxConcurrent: 2, inOrderBy: \.self, typed), with: TestError.self)
    fails(upstream.asyncMapUnordered(maxConcurrent: 2) { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncMapLatest { await text($0) }, with: Never.self)
    fails(upstream.asyncMapLatest { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncCompactMap { Int(await text($0)) }, with: Never.self)
    fails(upstream.asyncCompactMapUnordered(maxConcurrent: 2) { Int(try await untyped($0)) }, with: (any Error).self)
    fails(upstream.asyncFilter { $0 > 1 }, with: Never.self)
    fails(upstream.asyncFilterUnordered(maxConcurrent: 2) { try await untyped($0) == "" }, with: (any Error).self)
    fails(upstream.asyncFlatMap { Just(await text($0)) }, with: Never.self)
    fails(upstream.asyncFlatMap { _ in Fail<Int, TestError>(error: TestError()) }, with: TestError.self)
    fails(
      upstream.asyncFlatMap { Result.Publisher(try await untyped($0)) as Result<_, any Error>.Publisher },
      with: (any Error).self)
    fails(upstream.asyncConcatMap { Just(await text($0)) }, with: Never.self)
    fails(upstream.asyncConcatMap { _ in Fail<Int, TestError>(error: TestError()) }, with: TestError.self)
    fails(
      upstream.asyncConcatMap { Result.Publisher(try await untyped($0)) as Result<_, any Error>.Publisher },
      with: (any Error).self)
  }

  @Test("Where upstream has a failure of its own, the closure throws that, or nothing")
  func onTestError() {
    let upstream = Empty<Int, TestError>()
    fails(upstream.asyncMap { await text($0) }, with: TestError.self)
    fails(upstream.asyncMap { number async throws(TestError) in try await typed(number) }, with: TestError.self)
    fails(upstream.asyncMap(typed), with: TestError.self)
    fails(upstream.asyncMap(maxConcurrent: 2, inOrderBy: \.self) { await text($0) }, with: TestError.self)
    fails(upstream.asyncMap(maxConcurrent: 2, inOrderBy: \.self, typed), with: TestError.self)
    fails(upstream.asyncMapLatest(typed), with: TestError.self)
    fails(upstream.asyncCompactMap { Int(await text($0)) }, with: TestError.self)
    fails(upstream.asyncFilter { $0 > 1 }, with: TestError.self)
    fails(upstream.asyncFlatMap { _ in Fail<Int, TestError>(error: TestError()) }, with: TestError.self)
    fails(upstream.asyncConcatMap { _ in Fail<Int, TestError>(error: TestError()) }, with: TestError.self)
  }

  @Test("Where upstream may fail with any error, the closure may throw any")
  func onAnyError() {
    let upstream = Empty<Int, any Error>()
    fails(upstream.asyncMap { await text($0) }, with: (any Error).self)
    fails(upstream.asyncMap { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncMap(typed), with: (any Error).self)
    fails(upstream.asyncMap(maxConcurrent: 2, inOrderBy: \.self) { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncMapUnordered(maxConcurrent: 2) { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncMapLatest { try await untyped($0) }, with: (any Error).self)
    fails(upstream.asyncCompactMap { Int(try await untyped($0)) }, with: (any Error).self)
    fails(upstream.asyncFilter { try await untyped($0) == "" }, with: (any Error).self)
  }
}
