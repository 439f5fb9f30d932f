// Puts the runs of the scenarios (Laboratory/Sources/OperatorScenarios) into the symbol graphs of the site.
// Docs/build-docs.sh compiles this folder:
//   scenarios check GRAPHS RUNS      fails on an operator without a scenario, a scenario without an operator, a diagram
//                                    in a documentation comment that is not its run, and one of a type that has
//                                    neither a run nor a reason why it has none, and a program in a comment that is
//                                    not the scenario's
//   scenarios write GRAPHS RUNS      writes the diagrams, and the programs of what people use most, into the
//                                    documentation comments
//   scenarios insert GRAPHS RUNS     puts pictures and examples into the graphs
//   scenarios examples RUNS FOLDER   writes a program of all examples, what it prints, and the tests of the laboratory
//   scenarios list DOCS              adds the operators to the copies of pages in .build/docs where their scenarios say
//                                    that people find them; fails on an operator that is in no topic
//   scenarios alphabet GRAPHS FILE   writes the guide that lists the operators from A to Z
// RUNS is the folder that `swift run --package-path Laboratory operator-pictures` has written.
import Foundation

/// Prints complaints; fails if there are some.
func report(_ complaints: [String]) {
  print(complaints.joined(separator: "\n"), terminator: complaints.isEmpty ? "" : "\n")
  if !complaints.isEmpty { exit(1) }
}

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "check": report(try check(arguments[1], entries(of: arguments[2]), typeEntries(of: arguments[2])))
case "list": report(try list(in: arguments[1]))
case "write": try write(arguments[1], entries(of: arguments[2]), typeEntries(of: arguments[2]))
case "insert": try insert(arguments[1], entries(of: arguments[2]).withPitfalls)
case "alphabet": try writeAlphabet(arguments[1], to: arguments[2])
case "examples":
  try examples(entries(of: arguments[1]), arguments[2])
  try tests(entries(of: arguments[1]), arguments[2])
default:
  print("check, write, insert, list, alphabet or examples?")
  exit(2)
}
