#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The target named by the environment variable `FUZZ_TARGET`.
///
/// It is no argument because libFuzzer, when it restarts itself to merge inputs, passes on only its own arguments.
private let check: @Sendable ([UInt8]) -> Void =
  switch getenv("FUZZ_TARGET").map({ String(cString: $0) }) {
  case "lines": checkLines
  case "json-lines": checkJSONLines
  case "marbles": checkMarbles
  case "record": checkRecord
  case "demand": checkDemand
  case "planted": checkPlanted
  default: fatalError("FUZZ_TARGET names none of the targets lines, json-lines, marbles, record, demand, planted.")
  }

/// Called by libFuzzer, which has the program's `main`, with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the process, which libFuzzer treats as a finding, unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
