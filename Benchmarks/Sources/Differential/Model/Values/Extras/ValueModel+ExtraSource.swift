extension ValueModel {
  /// The signals of a source that the peer lacks, which has that number, subscribed to in a step.
  mutating func signals(of source: ExtraSource, at index: Int, from step: Int) -> [Timed] {
    func now(_ signals: [Signal]) -> [Timed] { signals.map { Timed(step: step, signal: $0) } }
    switch source {
    case .unfolded(let values, let end): return now(values.map(Signal.value) + [end])
    case .generated(let range): return now(range.map(Signal.value) + [.finished])
    case .created(let script):
      return script.last?.isEnd == true ? now(script) : now(script) + sent(by: index) { $0 > step }
    case .handled(let values):
      return now(values.map(Signal.value)) + sent(by: index) { $0 > step }.filter { !$0.signal.isEnd }
    case .using(_, let fault?): return now([.failure(fault)])
    case .using(let source, nil): return signals(ofSource: source, from: step)
    }
  }
}
