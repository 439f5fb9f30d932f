package import StreamCore

/// A publisher that may break the rules. As with the toolkit's own publishers, its subscribers get no guard, so a stage
/// must itself ignore signals after completion.
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
  /// Finds the operator's reactions to a value sent after completion, without a guard (rules 4, 5 and 9).
  ///
  /// - Returns: The reaction, and after which end; empty if it ignores the value or has no state.
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
      // A retained stage need not release its publisher, which is this one.
      upstream.release()
      return (answer == .none ? [] : ["Asked for \(answer) more by a value after \(ending)."])
        + (recorder.signalCount == count ? [] : ["Delivered what came after \(ending)."])
    }
  }
}
