internal import OperatorScenarios
package import StreamCore
package import StreamTesting

/// An operator whose scenario has a model: it needs no case of its own here.
package struct Modelled: Hashable, Sendable, CustomStringConvertible {
  /// The operator, as the documentation titles it, with what distinguishes it from others of that title.
  package let symbol: String

  /// The argument that it is given, if it has one.
  package let argument: Int

  /// The sources that it is applied to besides its upstream.
  package let others: [Int]

  private static let models = Dictionary(
    uniqueKeysWithValues: Family.all.flatMap(\.scenarios).compactMap { scenario in
      scenario.model.map { (scenario.symbol + scenario.matching, $0) }
    })

  /// How many names they have.
  package static var count: Int { Set(symbols.map { $0.prefix { $0 != "(" } }).count }

  private static let symbols = models.keys.sorted()

  static func drawn(_ dice: inout Dice, _ draft: inout Draft) -> Extra {
    guard !symbols.isEmpty else { return .mapping(.drawn(&dice)) }
    let symbol = symbols[dice.below(symbols.count)]
    guard let model = models[symbol] else { preconditionFailure("\(symbol) has no model.") }
    let argument = model.arguments[dice.below(model.arguments.count)]
    return .modelled(
      Modelled(
        symbol: symbol, argument: argument, others: (1..<model.inputs).map { _ in draft.input(&dice) }))
  }

  /// Applies the operator, to upstream and the other sources.
  package func apply(to inputs: [AnyPublisher<Int, TestError>]) -> AnyPublisher<Int, TestError> {
    model.apply(to: inputs, argument: argument)
  }

  fileprivate var model: OperatorModel {
    guard let model = Self.models[symbol] else { preconditionFailure("\(symbol) has no model.") }
    return model
  }

  package var description: String { "\(symbol.prefix { $0 != "(" })(\(others), \(argument))" }

  var demandClass: DemandClass? {
    switch model.asks(argument) {
    case .asMany: .transparent
    case .oneMoreForEachLeftOut: .sifting
    case .everything: .everything
    case .inAdvance(let count): .queued(count)
    case .atMostInAdvance(let count): .queuedAtMost(count)
    case .otherwise: nil
    }
  }

  var pacing: Pacing { model.isOrdered ? model.failsAtOnce ? .unlessFailing : .always : .never }

  var joins: Bool { model.inputs > 1 }

  var asksInPortions: Bool { model.bound(argument) < .max }
}

extension ValueModel {
  /// What the operator makes of its inputs; `nil` if a source may have to drop what the operator has no room for.
  mutating func apply(_ stage: Modelled, to upstream: [Timed], from step: Int, at index: Int) -> [Timed]? {
    let inputs = [upstream] + stage.others.map { signals(ofSource: $0, from: step) }
    guard !stage.asksInPortions || !isBlocked(inputs, stage.model.bound(stage.argument), at: index) else { return nil }
    let received = inputs.inOrder
    let output = stage.model.output(
      of: received.map { (signal: $0.timed.signal.ofModel, input: $0.input) }, argument: stage.argument)
    return output.map { Timed(step: received[$0.place].timed.step, signal: Signal($0.signal)) }
  }
}

extension Signal {
  fileprivate init(_ signal: OperatorModel.Signal) {
    switch signal {
    case .value(let value): self = .value(value)
    case .finished: self = .finished
    case .failure(let error): self = .failure(Fault(error))
    }
  }

  fileprivate var ofModel: OperatorModel.Signal {
    switch self {
    case .value(let value): .value(value)
    case .finished: .finished
    case .failure(let fault): .failure(fault.testError)
    }
  }
}

extension Fault {
  /// The fault as a failure of a model's streams.
  package var testError: TestError { TestError("\(code)") }

  package init(_ error: TestError) {
    self.init(code: Int(error.name) ?? -1)
  }
}
