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
      return now(values.map(Signal.value)) + accepted(by: index) { $0 > step }
    case .replaySubject(let count):
      let earlier = sent(by: index) { $0 <= step }
      let log = now(earlier.filter { !$0.signal.isEnd }.suffix(count).map(\.signal))
      if let end = earlier.last?.signal, end.isEnd { return log + now([end]) }
      return log + sent(by: index) { $0 > step }
    case .lastValueSubject:
      let all = sent(by: index) { _ in true }
      guard let end = all.last, end.signal.isEnd else { return [] }
      let last = end.signal == .finished ? all.dropLast().suffix(1).map(\.signal) : []
      return (last + [end.signal]).map { Timed(step: max(step, end.step), signal: $0) }
    case .passthroughRelay: return accepted(by: index) { $0 > step }
    case .currentValueRelay(let value):
      return now([accepted(by: index) { $0 <= step }.last?.signal ?? .value(value)]) + accepted(by: index) { $0 > step }
    case .replayRelay(let count):
      return now(accepted(by: index) { $0 <= step }.suffix(count).map(\.signal)) + accepted(by: index) { $0 > step }
    case .using(_, let fault?): return now([.failure(fault)])
    case .using(let source, nil): return signals(ofSource: source, from: step)
    }
  }

  /// The values of a source that is not told of an end.
  private func accepted(by source: Int, when isWanted: (Int) -> Bool) -> [Timed] {
    sent(by: source, when: isWanted).filter { !$0.signal.isEnd }
  }
}
