package import StreamCore

/// A publisher that may break the rules, in front of whose subscribers no guard is put, as in front of none of the toolkit's
/// own publishers: what comes after its end, a stage has to ignore by itself.
package struct UnguardedPublisher<Output, Failure: Error>: ReleasingPublisher {
  private let base: ScriptedPublisher<Output, Failure>

  package init(_ base: ScriptedPublisher<Output, Failure>) {
    self.base = base
  }

  package func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
    base.receive(subscriber: subscriber)
  }
}

extension ContractSpecimen {
  /// Looks for what the operator makes of a value that comes after its end, with no guard before it (rules 4, 5 and 9).
  ///
  /// - Returns: What it does with the value, and after which end; nothing, if it ignores the value or has no state.
  package func answersAfterEnd() -> [String] {
    guard !traits.contains(.stateless) else { return [] }
    return ["the completion", "a cancel"].flatMap { ending in
      let upstream = ScriptedPublisher<Int, TestError>(letsGo: false)
      let source = UnguardedPublisher(upstream).eraseToAnyPublisher()
      let recorder = makePipeline(source, ReleaseToken()).attach(Script())
      for value in 101...103 { upstream.send(value) }
      if ending == "a cancel" { recorder.cancel() } else { upstream.send(completion: .finished) }
      let count = recorder.signalCount
      let answer = upstream.send(104)
      upstream.send(completion: .finished)
      recorder.cancel()
      // A stage that is kept need not release its publisher, which is this one.
      upstream.release()
      return (answer == .none ? [] : ["Asked for \(answer) more by a value after \(ending)."])
        + (recorder.signalCount == count ? [] : ["Delivered what came after \(ending)."])
    }
  }
}
