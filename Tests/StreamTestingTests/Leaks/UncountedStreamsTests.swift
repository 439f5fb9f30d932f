import StreamCore
import StreamTesting
import TestSupport
import Testing
import XCTest

/// What is left of the counter in a build without the trait `CountStreams`, as that of `swift test` is.
@Suite("Streams that are not counted", .enabled(if: !LivingStreams.isCounting))
struct UncountedStreamsTests {
  // Case XA-388.
  @Test("Without the trait nothing is counted, and the expectation is a warning at the caller's line that says so")
  func skipped() async {
    let cancellable = PassthroughSubject<Int, Never>().sink { _ in }
    expectEqual(LivingStreams.isCounting, false)
    expectEqual(LivingStreams.count, 0)
    expectEqual(LivingStreams.report(), [:])
    let runs = Box(0)
    let seen = Box<[Issue]>([])
    let site = CallSite()
    await withKnownIssue {
      expectNoLeaks { runs.increment() }
      await expectNoLeaks {
        await Task.yield()
        runs.increment()
      }
    } matching: { issue in
      seen.update { $0.append(issue) }
      return true
    }
    expectEqual(runs.value, 2)
    expectEqual(seen.value.map(\.severity), [.warning, .warning])
    #expect(seen.value.map { $0.sourceLocation?.line } == [Int(site.line) + 2, Int(site.line) + 3])
    for issue in seen.value {
      let message = issue.comments.map(\.rawValue).joined()
      expect(message.hasPrefix("expectNoLeaks: skipped, ") && message.contains("CountStreams"))
    }
    cancellable.cancel()
  }

  @Test("Outside a test of Swift Testing the warning is a line on standard error")
  func skippedElsewhere() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      let thread = JoinableThread { expectNoLeaks {} }
      thread.join()
    }
    let printed = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    expect(printed.contains("UncountedStreamsTests.swift:"))
    expect(printed.contains(": warning: expectNoLeaks: skipped, "))
  }
}

/// With the trait, and without it.
final class LeaksInXCTestTests: XCTestCase {
  // A leak marks the running test case, if streams are counted; otherwise nothing is a failure.
  func testLeakMarksTheRunningTestCase() {
    let holder = Box<AnyCancellable?>(nil)
    let failures = InnerTestCase.failures {
      expectNoLeaks(patience: 0) { holder.value = Empty<Int, Never>(completeImmediately: false).sink { _ in } }
    }
    let message = "failed - expectNoLeaks: 1 stream is still alive: Sink of Empty<Int, Never>."
    XCTAssertEqual(failures.map(\.message), LivingStreams.isCounting ? [message] : [])
    holder.value = nil
  }
}
