// Stages that run some of their upstreams after others.

extension ValueModel {
  /// All values in order, of as many inputs as may run at a time: the next begins as one of those has finished.
  mutating func mergeLimited(_ upstream: [Timed], _ others: [Int], limit: Int, from step: Int) -> [Timed] {
    let never = Int.max
    var inputs = [upstream]
    for other in others {
      let free = inputs.map { $0.last?.signal == .finished ? $0.last?.step ?? never : never }.sorted()
      let begin = inputs.count < limit ? step : free[inputs.count - limit]
      inputs.append(begin < never ? signals(ofSource: other, from: begin) : [])
    }
    return Self.merge(inputs)
  }

  /// A zip of the first inputs, then one of the next, and so on.
  mutating func batches(_ upstream: [Timed], _ others: [Int], of size: Int, from step: Int) -> [Timed] {
    var result: [Timed] = []
    var begin = step
    for first in stride(from: 0, through: others.count, by: size) {
      let inputs = (first...min(first + size - 1, others.count)).map { input in
        input == 0 ? upstream : signals(ofSource: others[input - 1], from: begin)
      }
      result += Self.zip(inputs)
      guard let end = result.last, end.signal == .finished, first + size <= others.count else { break }
      result.removeLast()
      begin = end.step
    }
    return result
  }
}
