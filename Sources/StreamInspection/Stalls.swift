internal import StreamCore

extension StreamInspector {
  /// Calls a closure when a pipeline has waited for a duration, once for each wait.
  ///
  /// A pipeline that runs again and then waits again is reported again. The inspector checks a few times per duration.
  ///
  ///     let watch = StreamInspector.onStall(after: .seconds(10)) { print("#\($0.id) \($0.verdict)") }
  ///
  /// - Parameters:
  ///   - patience: The duration; above zero.
  ///   - handler: Called on a thread of the inspector, with the pipeline, whose verdict says what it waits for.
  /// - Returns: Stops looking when it is cancelled or released.
  public static func onStall(
    after patience: Duration, _ handler: @escaping @Sendable (StreamSnapshot.Pipeline) -> Void
  ) -> AnyCancellable {
    precondition(patience > .zero, "A pipeline that stalls does so for longer than \(patience).")
    let watch = StallWatch(patience: patience / .seconds(1), handler)
    let interval = min(max(patience / 4, .milliseconds(1)), .seconds(60))
    runInBackground {
      while watch.isOn {
        watch.look(at: snapshot())
        StreamInspection.wait(interval)
      }
    }
    let stop: @Sendable () -> Void = { watch.stop() }
    return AnyCancellable(stop)
  }
}

/// Knows which pipelines have been told.
final class StallWatch: Sendable {
  private let patience: Double
  private let handler: Locked<(@Sendable (StreamSnapshot.Pipeline) -> Void)?>
  private let told = Locked<Set<Int>>([])

  init(patience: Double, _ handler: @escaping @Sendable (StreamSnapshot.Pipeline) -> Void) {
    self.patience = patience
    self.handler = Locked(handler)
  }

  var isOn: Bool { handler.value != nil }

  /// Releases the handler: the thread that looks may sleep for a while yet.
  func stop() {
    _ = handler.exchange(nil)
  }

  func look(at snapshot: StreamSnapshot) {
    let stalled = snapshot.pipelines.filter { ($0.verdict.waited ?? 0) >= patience }
    let new = told.withLock { told in
      let former = told
      told = Set(stalled.map(\.id))
      return stalled.filter { !former.contains($0.id) }
    }
    for pipeline in new { handler.value?(pipeline) }
  }
}
