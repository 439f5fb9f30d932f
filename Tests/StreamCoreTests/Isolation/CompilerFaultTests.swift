import Foundation
import TestSupport
import Testing

/// Faults of the compiler that the documentation warns of. When one of these tests fails, the compiler in use has it no
/// longer, and the warning can go.
@Suite("Faults of the compiler")
struct CompilerFaultTests {
  // https://github.com/swiftlang/swift/issues/91530; "In an actor, never write [unowned self]" in
  // Docs/SwiftConcurrency.md and the documentation of `sink`.
  @Test(
    "An unowned capture of an actor in a closure that inherits it releases the actor once too often",
    .enabled(if: !isThreadSanitized, "The sanitizer reports it too, and exits with a code of its own."))
  func unownedActor() async {
    await #expect(processExitsWith: .exitCode(42)) {
      actor Counter {
        var count = 0

        func start() -> Task<Void, Never> {
          Task { [unowned self] in count += 1 }
        }

        deinit { exit(42) }
      }
      let counter = Counter()
      for _ in 0..<10 { await counter.start().value }
      withExtendedLifetime(counter) {}
      exit(0)
    }
  }
}
