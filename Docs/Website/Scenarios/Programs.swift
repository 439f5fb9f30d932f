import Foundation

func examples(_ entries: [Entry], _ folder: String) throws {
  var program = "import Foundation\nimport Streams\nimport StreamTesting\n"
  program += "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n"
  var expected = ""
  for (number, entry) in entries.enumerated() {
    program += "/// \(entry.module): \(entry.symbol)\nfunc example\(number)() async throws {\n\(entry.example)\n}\n"
    expected += "=== \(entry.module): \(entry.symbol)\n\(entry.prints)\(entry.prints.isEmpty ? "" : "\n")"
  }
  program += "if CommandLine.arguments.contains(\"tests\") {\n  await runTests()\n  exit(0)\n}\n"
  for (number, entry) in entries.enumerated() {
    program += "print(\"=== \(entry.module): \(entry.symbol)\")\ntry await example\(number)()\n"
  }
  try program.write(toFile: "\(folder)/main.swift", atomically: true, encoding: .utf8)
  try expected.write(toFile: "\(folder)/expected", atomically: true, encoding: .utf8)
}

/// The tests that the laboratory has to copy, each in a type of its own, and called as functions: they need no test framework.
func tests(_ entries: [Entry], _ folder: String) throws {
  var calls = ""
  var text = """
    import Foundation
    import Streams
    import StreamTesting

    func expect(_ isMet: Bool) {
      if !isMet { print("The last of these tests fails.") }
      if !isMet { exit(1) }
    }

    """
  let all = entries.flatMap { entry in (entry.tests ?? []).map { (entry: entry, test: $0) } }
  for (number, (entry, test)) in all.enumerated() {
    guard let call = test.firstMatch(of: #/\nfunc (\w+)\(\)( async)? \{/#) else { continue }
    let lines = test.split(separator: "\n", omittingEmptySubsequences: false)
    let body = lines.filter { !$0.hasPrefix("import ") && !$0.hasPrefix("@Test(") }.joined(separator: "\n")
    text += "struct Test\(number) {\n\(body.replacing("#expect(", with: "expect("))\n}\n"
    calls += "  print(\"\(entry.module): \(entry.symbol)\")\n"
    calls += "  \(call.2 == nil ? "" : "await ")Test\(number)().\(call.1)()\n"
  }
  text += "func runTests() async {\n  FailureHook.install(nil)\n\(calls)}\n"
  try text.write(toFile: "\(folder)/tests.swift", atomically: true, encoding: .utf8)
}
