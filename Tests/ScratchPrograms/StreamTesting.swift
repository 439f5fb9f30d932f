import StreamTesting

let run = marbles("-1-2-|") { $0 }
print(run.downstream)
let t = TestScheduler()
t.schedule(after: 3) { print(t.now) }
t.resume()

do {
  try run.check("-1--2|")
} catch {
  print(error)
}

do {
  try StepVerifier([1, 2].publisher)
    .expect(1)
    .expect(3)
    .check()
} catch {
  print("Step \(error.stepNumber), line \(error.site.line): \(error.expected), not \(error.came).")
}

let report = FailureReporter.failures {
  StepVerifier(Just(1)).expectFinished().verify()
}
print(report.map(\.site.line))

print(run.diagram("$0"))
print(run.diagram("$0").svg(appearance: .dark).suffix(7))

// It prints:
// -1-2-|
// 3
// The marbles differ in tick 3.
// expected  -1--2|
// actual    -1-2-|
//              ^
// Step 2, line 18: the value 3, not the value 2.
// [25]
// time (s)    0    5
// upstream    -1-2-|
//             [ $0 ]
// downstream  -1-2-|
// </svg>
