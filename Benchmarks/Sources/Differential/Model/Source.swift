/// A publisher of a scenario.
package struct Source: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// A publisher that keeps the contract, and records requests. It sends the n-th list to its n-th subscriber (the
    /// last list to later ones), and then the signals of the timeline.
    case scripted([[Signal]])
    case passthrough
    case currentValue(Int)
    case sequence([Int])
    case just(Int)
    case fail(Fault)
    case empty(completes: Bool)
    case optional(Int?)
    case result(Result<Int, Fault>)
    case record([Int], end: Signal)
    case future(Result<Int, Fault>)
    /// The source with that index, created on subscription.
    case deferred(Int)
    /// One that the peer lacks.
    case extra(ExtraSource)
  }

  package var kind: Kind

  package init(_ kind: Kind) {
    self.kind = kind
  }

  /// Whether the timeline can drive it.
  package var isLive: Bool {
    switch kind {
    case .scripted, .passthrough, .currentValue: true
    case .extra(let source): source.isLive
    default: false
    }
  }

  package var description: String {
    switch kind {
    case .scripted(let lists): "scripted \(lists)"
    case .passthrough: "PassthroughSubject"
    case .currentValue(let value): "CurrentValueSubject(\(value))"
    case .sequence(let values): "\(values).publisher"
    case .just(let value): "Just(\(value))"
    case .fail(let fault): "Fail(\(fault))"
    case .empty(let completes): "Empty(completeImmediately: \(completes))"
    case .optional(let value): "Optional.Publisher(\(value.map(String.init) ?? "nil"))"
    case .result(let result): "Result.Publisher(\(result))"
    case .record(let values, let end): "Record(\(values), \(end))"
    case .future(let result): "Future(\(result))"
    case .deferred(let source): "Deferred { source \(source) }"
    case .extra(let source): "\(source)"
    }
  }
}

extension Source {
  /// The name of its kind.
  package var name: String {
    let kind: any Sendable = if case .extra(let source) = kind { source } else { kind }
    return Mirror(reflecting: kind).children.first?.label ?? String(describing: kind)
  }
}

/// The purpose of a source.
enum Role {
  /// The source of the pipeline, or one that is combined with it.
  case input
  /// An inner publisher of `flatMap` and its like, or a replacement.
  case child
}

extension Source {
  static func drawn(_ dice: inout Dice, for role: Role) -> Source {
    let weights = role == .input ? [12, 3, 2] : [8, 1, 1]
    let simple = 10
    var draw = dice.below(weights.reduce(simple, +))
    for (index, weight) in weights.enumerated() {
      if draw < weight {
        switch index {
        case 0:
          return Source(.scripted(dice.some(1...2) { script(&$0, endsOften: role == .child) }))
        case 1: return Source(.passthrough)
        default: return Source(.currentValue(dice.value()))
        }
      }
      draw -= weight
    }
    return Source(simpleKind(&dice))
  }

  private static func simpleKind(_ dice: inout Dice) -> Kind {
    switch dice.below(12) {
    case 0, 1, 2, 3: .sequence(dice.some(0...6) { $0.value() })
    case 4: .just(dice.value())
    case 5: .fail(dice.fault())
    case 6: .empty(completes: dice.chance(3, in: 4))
    case 7: .optional(dice.chance(3, in: 4) ? dice.value() : nil)
    case 8: .result(result(&dice))
    case 9: .future(result(&dice))
    default: .record(dice.some(0...4) { $0.value() }, end: end(&dice))
    }
  }

  private static func result(_ dice: inout Dice) -> Result<Int, Fault> {
    dice.chance(3, in: 4) ? .success(dice.value()) : .failure(dice.fault())
  }

  static func end(_ dice: inout Dice) -> Signal {
    dice.chance(2, in: 3) ? .finished : .failure(dice.fault())
  }

  static func script(_ dice: inout Dice, endsOften: Bool) -> [Signal] {
    var signals = dice.some(0...(dice.chance(1, in: 2) ? 5 : 2)) { Signal.value($0.value()) }
    if dice.chance(endsOften ? 3 : 1, in: 5) { signals.append(end(&dice)) }
    return signals
  }
}
