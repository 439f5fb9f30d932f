import Dispatch
import StreamCore
import StreamSchedulers
import StreamTesting
import StreamTiming
import TestSupport
import Testing

@Suite("UnimplementedScheduler")
struct UnimplementedSchedulerTests {
  // Case XA-365.
  @Test("An operator that uses it fails the test once, by its name and at its place, and works as at once")
  func used() {
    let values = Box<[Int]>([])
    var line: UInt = 0
    let failures = FailureReporter.failures {
      let queue = DispatchQueue.test.unimplemented("search")
      line = #line - 1
      let recorder = [1, 2].publisher.delay(for: .seconds(1), scheduler: queue).record()
      values.value = recorder.values
    }
    expectEqual(failures.count, 1)
    expectEqual(failures.first?.message.contains("search"), true)
    expectEqual(failures.first?.site.line, line)
    expectEqual(values.value, [1, 2])
  }

  // Case XA-366.
  @Test("A path that does not use it does not fail the test, erased or not")
  func unused() {
    let failures = FailureReporter.failures {
      let queue = UnimplementedSchedulerOf<DispatchQueue>("search", now: DispatchQueue.test.now)
      let scheduler = queue.eraseToAnyScheduler()
      let search = Deferred { Just(1).delay(for: .seconds(1), scheduler: scheduler) }
      withExtendedLifetime(search) {}
    }
    expect(failures.isEmpty)
  }

  @Test("A queue and the UI scheduler have one of their times, with and without a name, erased or not")
  func statics() {
    func failures(
      ui: AnySchedulerOf<UIScheduler> = .unimplemented, queue: AnySchedulerOf<DispatchQueue> = .unimplemented("erased")
    ) -> [StreamTestFailure] {
      FailureReporter.failures {
        ui.schedule {}
        queue.schedule {}
      }
    }
    expectEqual(failures().map { $0.message.contains("\"erased\"") }, [false, true])
    var line: UInt = 0
    let others = FailureReporter.failures {
      _ = Just(1).delay(for: .seconds(1), scheduler: DispatchQueue.unimplemented).record()
      UIScheduler.unimplemented.schedule {}
      expectEqual(DispatchQueue.unimplemented("search").now, DispatchQueue.test.now)
      line = #line - 1
      UIScheduler.unimplemented("screen").schedule {}
      let erased: AnySchedulerOf<UIScheduler> = .unimplemented("view")
      erased.schedule {}
    }
    expectEqual(others.count, 5)
    expectEqual(others.dropFirst(2).first?.site.line, line)
    for (failure, name) in zip(others.dropFirst(2), ["search", "screen", "view"]) {
      expect(failure.message.contains("\"\(name)\""))
      expect("\(failure.site.fileID)".hasSuffix("UnimplementedSchedulerTests.swift"))
    }
  }
}
