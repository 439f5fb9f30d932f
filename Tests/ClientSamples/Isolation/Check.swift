// What the samples have in common: a usage is named, with the place where its closures should have run.
import Streams

@MainActor var failures = 0

@MainActor
func check(_ usage: String, _ log: Log, _ expected: Place) {
  guard log.all != [expected] else { return print("\(usage): \(expected.rawValue)") }
  fail("\(usage): \(log.all.map(\.rawValue).sorted()), not \(expected.rawValue)")
}

@MainActor
func fail(_ message: String) {
  print(message)
  failures += 1
}

/// Attaches to a subject, to which another thread then sends, and checks where the closures run.
@MainActor
func check(
  _ usage: String, _ log: Log, _ expected: Place, count: Int = 1,
  _ attach: (PassthroughSubject<Int, Never>) -> AnyCancellable?
) async {
  let subject = PassthroughSubject<Int, Never>()
  let cancellable = attach(subject)
  await elsewhere { subject.send(1) }
  await wait(for: count, in: log)
  check(usage, log, expected)
  withExtendedLifetime(cancellable) {}
}
