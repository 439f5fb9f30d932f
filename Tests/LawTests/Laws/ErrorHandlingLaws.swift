import StreamTesting
import Streams

private let two = Publishers.Sequence<[Int], TestError>(sequence: [-1, -2])

let errorHandlingLaws = LawTable.laws(of: "ErrorHandling") { laws in
  laws.same(
    "A failure that is ignored is a finish", of: "ignoreFailure catch", { $0.ignoreFailure() },
    { $0.catch { _ in Empty<Int, Never>() } })
  laws.same(
    "A failure that is replaced is caught", of: "replaceError catch", { $0.replaceError(with: -1) },
    { $0.catch { _ in Just(-1) } })
  laws.same(
    "What is ignored is replaced by nothing", of: "ignoreFailure replaceError",
    { $0.replaceError(with: -1).filter { $0 >= 0 } }, { $0.ignoreFailure() })
  laws.same("fallback is catch", of: "fallback catch", { $0.fallback(to: two) }, { $0.catch { _ in two } })
  laws.same(
    "The last fallback decides", of: "fallback",
    { $0.fallback(to: Fail<Int, TestError>(error: TestError("one")), Fail(error: TestError("two"))) },
    { $0.mapError { _ in TestError("two") } })
  laws.same("tryCatch is catch", of: "tryCatch catch", { $0.tryCatch { _ in two } }, { $0.catch { _ in two } })
  laws.same(
    "tryCatch that throws is mapError", of: "tryCatch mapError",
    { $0.tryCatch { _ -> Just<Int> in throw TestError("thrown") } }, { $0.mapError { _ in TestError("thrown") } })
  laws.same(
    "Two mapErrors are one", of: "mapError",
    { $0.mapError { TestError($0.name + "a") }.mapError { TestError($0.name + "b") } },
    { $0.mapError { TestError($0.name + "ab") } })
  laws.add("A failure that is erased is the same", of: "eraseFailure", .identity) { $0.eraseFailure() }
  laws.same(
    "Erased is mapped", of: "eraseFailure", { $0.eraseFailure().mapError { ($0 as? TestError) ?? TestError("other") } },
    { $0 })
  laws.same(
    "A failure is tagged once", of: "taggingFailures", { $0.taggingFailures("a").mapError { $0.underlying } }, { $0 })
  laws.same(
    "Tagged twice is tagged", of: "taggingFailures",
    { $0.taggingFailures("a").taggingFailures("b").mapError { _ in TestError("tagged") } },
    { $0.mapError { _ in TestError("tagged") } })
  laws.same(
    "No failure is asserted", of: "assertNoFailure", { $0.ignoreFailure().assertNoFailure() }, { $0.ignoreFailure() })
  laws.add("No failure is asserted of a finish", of: "assertNoFailure", .identity, in: .anywhere.finishing) {
    $0.assertNoFailure()
  }
  laws.add("Nothing is to be retried", of: "retry", .identity, in: .anywhere.finishing) { source, run in
    source.retry(run.pick(0, 1, .max))
  }
  laws.same(
    "Retried is appended to", of: "retry", in: .anywhere.cold, { $0.retry(1) },
    { source in source.catch { _ in source } })
  laws.same(
    "Retried if is retried", of: "retry", in: .anywhere.cold,
    { source, run in source.retry(run.pick(0, 1, 3)) { _, _ in true } },
    { source, run in source.retry(run.pick(0, 1, 3)) })
  laws.same(
    "Retried when is retried", of: "retry", in: .timed.cold.eager,
    { $0.retry { failures in failures.prefix(1) } },
    { source in source.catch { _ in source }.catch { _ in Empty<Int, TestError>() } })
  laws.add("No publisher fails that is flattened", of: "flatMapSkippingFailures", .identity.unlessOvertaken) {
    source, run in
    source.flatMapSkippingFailures(maxPublishers: run.pick(.max(1), .max(2), .unlimited)) {
      Just($0).setFailureType(to: TestError.self)
    }
  }
  laws.same(
    "Publishers that fail are left out", of: "flatMapSkippingFailures", by: .identity.unlessOvertaken,
    {
      $0.flatMapSkippingFailures {
        $0 % 2 == 0 ? Result<Int, TestError>.Publisher($0) : Result<Int, TestError>.Publisher(TestError())
      }
    }, { $0.filter { $0 % 2 == 0 } })
  laws.same(
    "Elements that fail are left out", of: "tryMapSkippingFailures", { $0.tryMapSkippingFailures { try small($0) } },
    { $0.filter { $0 != 5 } })
  laws.add("No element fails", of: "tryMapSkippingFailures", .identity) { $0.tryMapSkippingFailures { $0 } }
}
