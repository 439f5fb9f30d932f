extension Scenario {
  /// The scenario with less in it, as long as it still shows what is looked for.
  package func shrunk(while isInteresting: (Scenario) -> Bool) -> Scenario {
    var smallest = self
    var hasShrunk = true
    while hasShrunk {
      hasShrunk = false
      for candidate in smallest.smaller() where isInteresting(candidate) {
        smallest = candidate
        hasShrunk = true
        break
      }
    }
    return smallest
  }

  /// Every scenario that is a step smaller.
  private func smaller() -> [Scenario] {
    var candidates: [Scenario] = []
    func add(_ change: (inout Scenario) -> Void) {
      var candidate = self
      change(&candidate)
      if candidate != self { candidates.append(candidate) }
    }
    for index in stages.indices { add { $0.stages.remove(at: index) } }
    for index in timeline.indices { add { $0.timeline.remove(at: index) } }
    add { $0.responses = [] }
    for index in responses.indices {
      add { $0.responses[index] = Response() }
      add { $0.responses[index].requested = nil }
      add { $0.responses[index].returned = .none }
    }
    if responses.last == Response() { add { $0.responses.removeLast() } }
    for index in sources.indices {
      for kind in sources[index].kind.smaller { add { $0.sources[index].kind = kind } }
    }
    if let smaller = demand.smaller { add { $0.demand = smaller } }
    for (index, action) in timeline.enumerated() {
      if case .request(let amount) = action, let smaller = amount.smaller, smaller != .none {
        add { $0.timeline[index] = .request(smaller) }
      }
    }
    return candidates
  }
}

extension Source.Kind {
  fileprivate var smaller: [Source.Kind] {
    switch self {
    case .scripted(let lists):
      var kinds: [Source.Kind] = lists.count > 1 ? lists.indices.map { .scripted(Self.without($0, lists)) } : []
      for (list, signals) in lists.enumerated() {
        for index in signals.indices {
          var shorter = lists
          shorter[list].remove(at: index)
          kinds.append(.scripted(shorter))
        }
      }
      return kinds
    case .sequence(let values): return values.indices.map { .sequence(Self.without($0, values)) }
    case .record(let values, let end): return values.indices.map { .record(Self.without($0, values), end: end) }
    case .extra(.unfolded(let values, let end)):
      return values.indices.map { .extra(.unfolded(Self.without($0, values), end: end)) }
    case .extra(.using(let source, _)): return [.deferred(source)]
    case .extra, .passthrough, .currentValue, .future, .deferred, .result, .optional: return [.scripted([[]])]
    case .just, .fail, .empty: return []
    }
  }

  private static func without<Element>(_ index: Int, _ elements: [Element]) -> [Element] {
    var elements = elements
    elements.remove(at: index)
    return elements
  }
}
