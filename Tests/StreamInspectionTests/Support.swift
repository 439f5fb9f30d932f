import StreamCore
import Synchronization
import TestSupport
import Testing

@testable import StreamInspection

/// The inspector sees the whole process, and other tests run beside these. So each looks at the pipelines that begin in
/// its body alone, and these tests run one after the other.
@Suite("The inspector", .serialized)
struct InspectorTests {}

/// The pipelines that a body has begun on its thread, while the inspector was armed, and that are alive after it, as
/// they would be ten seconds later. Lines are looked up only if they are wanted: that takes long in a program of this
/// size.
func inspected<Result>(
  findsLines: Bool = false, _ body: () throws -> Result, _ look: (StreamSnapshot, Result) throws -> Void
) rethrows {
  let former = EdgeRegistry.shared.living.map(\.id).max() ?? 0
  let thread = ThreadContext.current.thread
  // Other tests are not seen, unless the environment has armed the inspector for all of them.
  let isArmedForAll = StreamInspector.isArmed
  if !isArmedForAll { ProbingInspector.onlyThread.store(thread, ordering: .relaxed) }
  StreamInspector.arm()
  let result = try body()
  if !isArmedForAll {
    StreamInspector.disarm()
    ProbingInspector.onlyThread.store(-1, ordering: .relaxed)
  }
  let new = EdgeRegistry.shared.living.filter { $0.id > former && $0.reading.lastThread == thread }
  let roots = Set(new.map(\.root))
  var snapshot = StreamInspector.snapshot(at: now() + 10_000_000_000, findsLines: findsLines)
  snapshot.pipelines.removeAll { !roots.contains($0.id) }
  try look(snapshot, result)
  withExtendedLifetime(result) {}
}

extension Trait where Self == ConditionTrait {
  /// For a test that reads the line that subscribed. Under the thread sanitizer the runtime finds none.
  static var readsLines: Self { .disabled(if: isThreadSanitized, "The runtime finds no line under the sanitizer.") }
}
