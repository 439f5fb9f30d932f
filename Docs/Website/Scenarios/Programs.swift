import Foundation

let imports = """
  import Foundation
  import Streams
  import StreamTesting
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  """

/// Writes the programs in eight files, which compile side by side and in less memory than one.
func write(_ parts: [String], _ name: String, _ folder: String) throws {
  for share in 0..<8 {
    let text = imports + stride(from: share, to: parts.count, by: 8).map { parts[$0] }.joined()
    try text.write(toFile: "\(folder)/\(name)\(share).swift", atomically: true, encoding: .utf8)
  }
}

func examples(_ entries: [Entry], _ folder: String) throws {
  var functions: [String] = []
  var expected = ""
  var program = imports + "if CommandLine.arguments.contains(\"tests\") {\n  await runTests()\n  exit(0)\n}\n"
  for (number, entry) in entries.enumerated() {
    functions.append(
      "/// \(entry.module): \(entry.symbol)\nfunc example\(number)() async throws {\n\(entry.example)\n}\n")
    expected += "=== \(entry.module): \(entry.symbol)\n\(entry.prints)\(entry.prints.isEmpty ? "" : "\n")"
    program += "print(\"=== \(entry.module): \(entry.symbol)\")\ntry await example\(number)()\n"
  }
  try write(functions, "examples", folder)
  try program.write(toFile: "\(folder)/main.swift", atomically: true, encoding: .utf8)
  try expected.write(toFile: "\(folder)/expected", atomically: true, encoding: .utf8)
}

/// The tests that the laboratory has to copy, each in a type of its own, and called as functions: they need no test
/// framework.
func tests(_ entries: [Entry], _ folder: String) throws {
  var calls = ""
  var types: [String] = []
  let all = entries.flatMap { entry in (entry.tests ?? []).map { (entry: entry, test: $0) } }
  for (number, (entry, test)) in all.enumerated() {
    guard let call = test.firstMatch(of: #/\nfunc (\w+)\(\)( async)? \{/#) else { continue }
    let lines = test.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("@Test(") }.joined(separator: "\n")
    types.append("struct Test\(number) {\n\(body.replacing("#expect(", with: "expect("))\n}\n")
    calls += "  print(\"\(entry.module): \(entry.symbol)\")\n"
    calls += "  \(call.2 == nil ? "" : "await ")Test\(number)().\(call.1)()\n"
  }
  try write(types, "tests", folder)
  let text = """
    \(imports)
    func expect(_ isMet: Bool) {
      if !isMet { print("The last of these tests fails.") }
      if !isMet { exit(1) }
    }

    func runTests() async {
      FailureHook.install(nil)
    \(calls)}

    """
  try text.write(toFile: "\(folder)/tests.swift", atomically: true, encoding: .utf8)
}
