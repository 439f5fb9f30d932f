import StreamCore
import StreamFiltering
import StreamSubscribing
import StreamTesting

extension TypeTable {
  static let subscribing = TypeTable(
    "StreamSubscribing",
    [
      TypeScenario("CancellableBag", ["upstream": "-1-|"], shows: ["bag.count": "1--0"]) { on in
        let bag = CancellableBag()
        let counts = PassthroughSubject<Int, Never>()
        on.record("bag.count", counts.removeDuplicates())
        on.upstream.sink(in: bag, receiveCompletion: { _ in }, receiveValue: { _ in })
        // Scheduled after upstream, so that each count is that after the signals of its tick.
        for tick in 0...3 {
          on.at(tick) { counts.send(bag.count) }
        }
      },
      TypeScenario("CompositeCancellable", ["cancel()": "---x"], shows: ["a": "---!", "b": "^-!"]) { on in
        let composite = CompositeCancellable()
        composite.insert(on.record("a", endless))
        on.at(1) { composite.insert(on.record("b", endless)) }
        on.text[dynamicMember: "cancel()"]
          .sink(receiveCompletion: { _ in }, receiveValue: { _ in composite.cancel() }).store(in: on.cancellables)
      },
      TypeScenario("SerialCancellable", ["replace(with:)": "-a---b"], shows: ["a": "^---!", "b": "^--!"]) { on in
        let serial = SerialCancellable()
        on.text[dynamicMember: "replace(with:)"]
          .sink(receiveCompletion: { _ in }, receiveValue: { serial.replace(with: on.record($0, endless)) })
          .store(in: on.cancellables)
        on.at(8) { serial.cancel() }
      },
      TypeScenario(
        "SingleAssignmentCancellable", ["cancel()": "---x", "set": "-----a"], shows: ["a": "(^!)"]
      ) { on in
        let single = SingleAssignmentCancellable()
        on.text[dynamicMember: "cancel()"]
          .sink(receiveCompletion: { _ in }, receiveValue: { _ in single.cancel() }).store(in: on.cancellables)
        on.text[dynamicMember: "set"]
          .sink(receiveCompletion: { _ in }, receiveValue: { single.set(on.record($0, endless)) })
          .store(in: on.cancellables)
      },
    ])

  /// A stream that only a cancel ends.
  private static let endless = Empty<Int, Never>(completeImmediately: false)
}
