import Dispatch
import StreamCore
import StreamTesting
import TestSupport
import Testing

/// They need the trait `CountStreams`, with which `.ci/run` runs the tests under the thread sanitizer.
@Suite("expectNoLeaks", .enabled(if: LivingStreams.isCounting))
struct ExpectNoLeaksTests {
  /// What keeps a stream, and is kept by it.
  private final class Holder: Sendable {
    let cancellable = Box<AnyCancellable?>(nil)
  }

  /// Makes a sink that captures its own cancellable.
  ///
  /// - Returns: What is captured.
  @discardableResult
  private static func leak() -> Holder {
    let holder = Holder()
    let subject = PassthroughSubject<Int, Never>()
    holder.cancellable.value = Publishers.Map(upstream: subject) { $0 + 1 }.sink { _ in
      withExtendedLifetime(holder) {}
    }
    return holder
  }

  // Case XA-386.
  @Test("A sink that captures its own cancellable is reported, with the names of its stages, at the caller's line")
  func sinkOfItself() {
    weak var holder: Holder?
    let site = CallSite()
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) { holder = Self.leak() }
    }
    expectEqual(
      failures.map(\.message),
      [
        "expectNoLeaks: 2 streams are still alive: Sink of Map<PassthroughSubject<Int, Never>, Int>, PassthroughSubject."
      ])
    expectEqual(failures.first?.site.line, site.line + 2)
    holder?.cancellable.value = nil
    expect(holder == nil)
  }

  @Test(
    "A stream that has ended is none, however it has ended",
    arguments: ["a finish", "a failure", "a cancel", "a release"])
  func ended(by end: String) {
    let failures = FailureReporter.failures {
      expectNoLeaks {
        let subject = PassthroughSubject<Int, TestError>()
        let holder = Holder()
        holder.cancellable.value = subject.sink(
          receiveCompletion: { _ in withExtendedLifetime(holder) {} }, receiveValue: { _ in })
        switch end {
        case "a finish": subject.send(completion: .finished)
        case "a failure": subject.send(completion: .failure(TestError()))
        case "a cancel": holder.cancellable.value?.cancel()
        default: holder.cancellable.value = nil
        }
      }
    }
    expectEqual(failures, [])
  }

  @Test("A cancellable that outlives the end of its stream is none")
  func keptCancellable() {
    let holder = Holder()
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) { holder.cancellable.value = Just(1).sink { _ in } }
    }
    expectEqual(failures, [])
    expect(holder.cancellable.value != nil)
  }

  @Test("A cancellable that is stored elsewhere keeps its stream")
  func storedCancellable() {
    let holder = Holder()
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) {
        let subject = PassthroughSubject<Int, Never>()
        holder.cancellable.value = subject.sink { _ in }
      }
    }
    expectEqual(
      failures.map(\.message),
      [
        "expectNoLeaks: 2 streams are still alive: Sink of PassthroughSubject<Int, Never>, PassthroughSubject."
      ])
  }

  @Test("Sinks that are objects are reported")
  func sinkObject() {
    let sink = Box<Subscribers.Sink<Int, Never>?>(nil)
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) {
        let new = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        Empty(completeImmediately: false).subscribe(new)
        sink.value = new
      }
    }
    expectEqual(
      failures.map(\.message), ["expectNoLeaks: 1 stream is still alive: Sink of Empty<Int, Never>."])
    sink.value?.cancel()
  }

  @Test("A recorder keeps its subscription")
  func recorder() {
    let recorder = Box<RecordingSubscriber<Int, Never>?>(nil)
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) { recorder.value = [1, 2].publisher.record(demand: .none) }
    }
    expectEqual(failures.map(\.message), ["expectNoLeaks: 1 stream is still alive: [1, 2]."])
    recorder.value?.cancel()
    recorder.value?.forget()
  }

  @Test("What was made before the body, or is made by another thread meanwhile, does not count")
  func elsewhere() {
    let before = Self.leak()
    let meanwhile = Box<Holder?>(nil)
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) {
        let thread = JoinableThread { meanwhile.value = Self.leak() }
        thread.join()
      }
    }
    expectEqual(failures, [])
    expect(meanwhile.value != nil)
    for holder in [before, meanwhile.value] { holder?.cancellable.value = nil }
  }

  @Test("What a task of the body makes counts, and what a detached one makes does not")
  func tasks() async {
    let holders = Box<[Holder]>([])
    let own = await FailureReporter.failures {
      await expectNoLeaks(patience: 0) {
        await Task { holders.update { $0.append(Self.leak()) } }.value
        await withTaskGroup { group in
          group.addTask { holders.update { $0.append(Self.leak()) } }
        }
      }
    }
    let detached = await FailureReporter.failures {
      await expectNoLeaks(patience: 0) {
        await Task.detached { holders.update { $0.append(Self.leak()) } }.value
      }
    }
    expectEqual(own.count, 1)
    expectEqual(own.first?.message.hasPrefix("expectNoLeaks: 4 streams"), true)
    expectEqual(detached, [])
    for holder in holders.value { holder.cancellable.value = nil }
  }

  @Test("A body may stand in another one: what it makes counts in both")
  func nested() {
    let holder = Holder()
    let failures = FailureReporter.failures {
      expectNoLeaks(patience: 0) {
        expectNoLeaks(patience: 0) {
          let subject = PassthroughSubject<Int, Never>()
          holder.cancellable.value = subject.sink { _ in }
        }
        // The outer body ends what the inner one has left.
        expectNoLeaks(patience: 0) { holder.cancellable.value = nil }
      }
    }
    expectEqual(failures.count, 1)
    let outer = FailureReporter.failures {
      expectNoLeaks(patience: 0) {
        expectNoLeaks(patience: 0) { holder.cancellable.value = Self.leak().cancellable.update { $0.take() } }
      }
    }
    expectEqual(outer.count, 2)
  }

  @Test("What another thread releases soon after the body is waited for")
  func releasedLater() async {
    let failures = await FailureReporter.failures {
      await expectNoLeaks(patience: 60_000) {
        await Task.yield()
        let holder = Self.leak()
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { holder.cancellable.value = nil }
      }
      Self.expectsRelease()
    }
    expectEqual(failures, [])
  }

  private static func expectsRelease() {
    expectNoLeaks(patience: 60_000) {
      let holder = leak()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) { holder.cancellable.value = nil }
    }
  }

  @Test("An error of the body is thrown, and nothing is expected then")
  func thrown() async {
    let holders = Box<[Holder]>([])
    let failures = await FailureReporter.failures {
      #expect(throws: TestError()) {
        try Self.leakAndThrow(into: holders)
      }
      await #expect(throws: TestError()) {
        try await expectNoLeaks(patience: 0) {
          await Task.yield()
          holders.update { $0.append(Self.leak()) }
          throw TestError()
        }
      }
    }
    expectEqual(failures, [])
    expectEqual(holders.value.count, 2)
    for holder in holders.value { holder.cancellable.value = nil }
  }

  private static func leakAndThrow(into holders: Box<[Holder]>) throws {
    try expectNoLeaks(patience: 0) {
      holders.update { $0.append(leak()) }
      throw TestError()
    }
  }

  // Case XA-387: the suites of the families check this rule with all their operators.
  @Test("Checking an operator for what it holds finds a stream that it leaves behind")
  func leakOfOperator() {
    let holders = Box<[Holder]>([])
    let specimen = ContractSpecimen("leaking()") { upstream, token in
      holders.update { $0.append(Self.leak()) }
      return Publishers.Map(upstream: upstream) { token.pass($0) }
    }
    let violations = ContractRule.release.violations(by: specimen, patience: 100)
    expect(
      violations
        == ["a finish", "a cancel", "a failure"].map {
          "Streams live on after \($0): [\"Sink of Map<PassthroughSubject<Int, Never>, Int>\", \"PassthroughSubject\"]."
        })
    for holder in holders.value { holder.cancellable.value = nil }
  }
}
