import StreamCore
import StreamDebugging
import TestSupport
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

@Suite("breakpoint")
struct BreakpointTests {
  @Test("A closure that returns true raises SIGTRAP, at a value")
  func stopsAtOutput() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = [1, 2, 3].publisher.breakpoint(receiveOutput: { $0 == 2 }).sink { _ in }
    }
  }

  @Test("A closure that returns true raises SIGTRAP at the subscription")
  func stopsAtSubscription() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Just(1).breakpoint(receiveSubscription: { "\($0)" == "Just" }).sink { _ in }
    }
  }

  @Test("A closure that returns true raises SIGTRAP at the completion")
  func stopsAtCompletion() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Just(1).breakpoint(receiveCompletion: { $0 == .finished }).sink { _ in }
    }
  }

  @Test("breakpointOnError raises SIGTRAP at a failure")
  func stopsAtError() async {
    await #expect(processExitsWith: .signal(SIGTRAP)) {
      _ = Fail<Int, TestError>(error: TestError()).breakpointOnError().record()
    }
  }

  @Test("Closures that return false, or are missing, change nothing")
  func transparent() {
    let recorder = [1, 2].publisher
      .breakpoint(receiveSubscription: { _ in false }, receiveOutput: { _ in false }, receiveCompletion: { _ in false })
      .breakpoint().breakpointOnError().record()
    expectEqual(recorder.values, [1, 2])
    expect(recorder.isFinished)
    expectEqual(recorder.subscriptions, ["[1, 2]"])
  }

  @Test("Passes demand on unchanged, and describes itself as Breakpoint")
  func passesOn() {
    expectEqual(demand { $0.breakpoint() }, .passedOn)
    expectEqual(names { $0.breakpoint() }, NamesReport(subscriber: "Breakpoint", subscription: "Scripted"))
  }

  @Test("Has the properties that Combine gives")
  func publicParts() {
    let publisher: Publishers.Breakpoint<Just<Int>> = Just(1).breakpointOnError()
    expectEqual(publisher.upstream, Just(1))
    expect(publisher.receiveSubscription == nil && publisher.receiveOutput == nil)
    expectEqual(publisher.receiveCompletion?(.finished), false)
  }
}
