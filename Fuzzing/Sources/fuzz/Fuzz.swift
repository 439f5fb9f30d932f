#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The target that the environment variable `FUZZ_TARGET` names.
///
/// The name is no argument: where libFuzzer starts itself again, as it does to merge inputs, it repeats its own alone.
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

/// What libFuzzer, which has the program's `main`, calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Ends the process, which libFuzzer takes for a find, unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
