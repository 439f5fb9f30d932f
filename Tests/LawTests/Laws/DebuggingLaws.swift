import StreamTesting
import Streams

private struct Nowhere: TextOutputStream, Sendable {
  mutating func write(_ string: String) {}
}

let debuggingLaws = LawTable.laws(of: "Debugging") { laws in
  laws.add("Printed is the same", of: "print", .identity) { $0.print(to: Nowhere()) }
  laws.add("Printed with a prefix is the same", of: "print", .identity) {
    $0.print("a", to: Nowhere()).print("b", to: Nowhere())
  }
  laws.add("No breakpoint", of: "breakpoint", .identity) {
    $0.breakpoint(receiveOutput: { _ in false }, receiveCompletion: { _ in false })
  }
  laws.add("No breakpoint at all", of: "breakpoint", .identity) { $0.breakpoint() }
  laws.add("No error to break on", of: "breakpointOnError", .identity, in: .anywhere.finishing) {
    $0.breakpointOnError()
  }
  laws.same(
    "Without an error, caught", of: "breakpointOnError", { $0.ignoreFailure().breakpointOnError() },
    { $0.ignoreFailure() })
  laws.add("Events that are handled pass", of: "handleEvents", .identity) {
    $0.handleEvents(receiveOutput: { _ in }, receiveCancel: {}, receiveRequest: { _ in })
  }
  laws.add("Each element is handled once", of: "handleEvents", .identity, in: .anywhere.uncut) { source, run in
    let counts = Counts(run)
    return source.handleEvents(receiveOutput: { counts.handled($0) }).map { counts.passed($0) }
  }
  laws.add("An end that is handled passes", of: "handleEnd", .identity) { $0.handleEnd { _ in } }
  laws.add("An end is handled once", of: "handleEnd", .identity) { source, run in
    let ends = Counts(run)
    return source.handleEnd { _ in ends.ended() }
  }
}
