import StreamCore
import TestSupport
import Testing

@testable import StreamDiagnostics

/// The only suite that installs handlers: the hook is the process's.
@Suite("FailureHook", .serialized)
struct FailureHookTests {
  private func failure(_ name: String, at line: UInt = #line) -> UnhandledFailure {
    UnhandledFailure(error: TestError(name), operatorName: "Hook", reason: .ignored, site: StreamSite(line: line))
  }

  /// Runs `body` with a handler that records the failures of this file, then installs the default again.
  private func handling(_ body: () -> Void) -> [TestError] {
    let told = Locked<[TestError]>([])
    FailureHook.install { failure in
      guard failure.operatorName == "Hook", let error = failure.error as? TestError else { return }
      told.withLock { $0.append(error) }
    }
    defer { FailureHook.install(FailureHook.defaultHandler) }
    body()
    return told.withLock { $0 }
  }

  @Test("A failure reaches the installed handler and the recorders; a second handler replaces the first")
  func reaches() {
    let recorder = FailureRecorder()
    var second: [TestError] = []
    let first = handling {
      FailureHook.report(failure("one"))
      second = handling { FailureHook.report(failure("two")) }
    }
    expectEqual(first, [TestError("one")])
    expectEqual(second, [TestError("two")])
    expectEqual(recorder.errors(of: TestError.self), [TestError("one"), TestError("two")])
    recorder.stop()
    _ = handling { FailureHook.report(failure("three")) }
    expectEqual(recorder.failures.count, 2)
  }

  // Case XA-230.
  @Test("Without a handler none is called, and nothing else happens")
  func noHandler() {
    let told = handling {
      FailureHook.install(nil)
      FailureHook.report(failure("nobody"))
      FailureHook.report(ignored: TestError("nobody"), by: "Hook", at: nil)
    }
    expect(told.isEmpty)
  }

  @Test("A recorder is told of its own file alone, and of all files if it says so")
  func files() {
    let (own, all) = (FailureRecorder(), FailureRecorder(of: nil))
    let elsewhere = StreamSite(fileID: "App/Feed.swift", line: 1)
    FailureHook.report(ignored: TestError("elsewhere"), by: "HookOfFiles", at: elsewhere)
    FailureHook.report(ignored: TestError("nowhere"), by: "HookOfFiles", at: nil)
    FailureHook.report(ignored: TestError("here"), by: "HookOfFiles", at: StreamSite())
    expectEqual(own.errors(of: TestError.self), [TestError("here")])
    expectEqual(all.failures.filter { $0.operatorName == "HookOfFiles" }.count, 3)
  }

  @Test("A recorder that is released collects no more, and is not retained")
  func releases() {
    weak var released: FailureRecorder?
    do {
      let recorder = FailureRecorder()
      released = recorder
    }
    expect(released == nil)
  }

  @Test("A late completion is told if it is a failure")
  func late() {
    let recorder = FailureRecorder(of: nil)
    FailureHook.report(late: Subscribers.Completion<TestError>.finished, at: "HookOfLate")
    FailureHook.report(late: .failure(TestError("late")), at: "HookOfLate")
    let failures = recorder.failures.filter { $0.operatorName == "HookOfLate" }
    expectEqual(failures.map(\.reason), [.late])
    expectEqual(failures.first?.error as? TestError, TestError("late"))
  }

  @Test("A failure is a sentence, with the place if there is one")
  func describes() {
    let site = StreamSite(fileID: "App/Feed.swift", line: 12)
    let ignored = UnhandledFailure(
      error: TestError("offline"), operatorName: "IgnoreFailure", reason: .ignored, site: site)
    expectEqual(ignored.description, "IgnoreFailure at App/Feed.swift:12 ignored a failure: offline")
    let late = UnhandledFailure(error: TestError("offline"), operatorName: "Merge", reason: .late)
    expectEqual(late.description, "Merge received a failure after the end: offline")
  }

  @Test("The default handler writes one line for each operator and place")
  func prints() {
    let lines = Locked<[String]>([])
    let printer = OncePrinter { line in lines.withLock { $0.append(line) } }
    let failures = [
      failure("one", at: 1), failure("two", at: 1), failure("three", at: 2),
      UnhandledFailure(error: TestError("four"), operatorName: "Merge", reason: .late),
    ]
    for failure in failures { printer.print(failure, from: failure.place, hook: "FailureHook") }
    let place = "StreamDiagnosticsTests/FailureHookTests.swift"
    expectEqual(
      lines.withLock { $0 },
      [
        "Hook at \(place):1 ignored a failure: one (told once; see FailureHook)\n",
        "Hook at \(place):2 ignored a failure: three (told once; see FailureHook)\n",
        "Merge received a failure after the end: four (told once; see FailureHook)\n",
      ])
  }
}

/// The handlers of a hook that is no one else's.
@Suite("HookHandlers")
struct HookHandlersTests {
  @Test("The hook's word says whether there is a handler, installed or beside it")
  func word() {
    let isPresent = Box(false)
    let handlers = HookHandlers<Int> { isPresent.value = $0 }
    let told = Box<[String]>([])
    handlers.install { number in told.update { $0.append("installed \(number)") } }
    expect(isPresent.value)
    let observation = handlers.observe { number in told.update { $0.append("beside \(number)") } }
    handlers.report { 1 }
    handlers.install(nil)
    expect(isPresent.value)
    handlers.report { 2 }
    observation.cancel()
    expect(!isPresent.value)
    handlers.report {
      Issue.record("A report is made for no handler.")
      return 3
    }
    expectEqual(told.value, ["installed 1", "beside 1", "beside 2"])
  }

  @Test("A handler that is replaced is released outside the lock, so that its end may install another")
  func released() {
    let handlers = HookHandlers<Int> { _ in }
    let told = Box(0)
    do {
      let token = EndCaller { handlers.install { told.value = $0 } }
      handlers.install { _ in withExtendedLifetime(token) {} }
    }
    handlers.install(nil)
    handlers.report { 7 }
    expectEqual(told.value, 7)
  }
}

/// Calls a closure at its end.
private final class EndCaller: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  deinit { body() }
}
