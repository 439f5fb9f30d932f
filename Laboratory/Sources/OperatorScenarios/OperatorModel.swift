public import StreamCore
internal import StreamDiagnostics
internal import StreamMapping
internal import StreamReducing
public import StreamTesting

/// What an operator makes of streams of numbers, told event by event, beside the operator itself.
///
///     model: OperatorModel { _ in
///       var last: Int?
///       return { signal, _ in
///         guard case .value(let value) = signal else { return [signal] }
///         defer { last = value }
///         return value == last ? [] : [signal]
///       }
///     } applying: { on in on[0].removeDuplicates { on.pass($0) == $1 } }
///
/// The contract of the operator, its laws, its runs on many threads and its place in the differential run are made of it.
/// Write the model from the specification of the operator, not from its code.
public struct OperatorModel: Sendable {
  /// A signal of a stream.
  public enum Signal: Hashable, Sendable {
    case value(Int)
    case finished
    case failure(TestError)
  }

  /// Tells what downstream receives at a signal of one of the inputs, which are numbered from zero. What comes after an
  /// end counts for nothing.
  public typealias Steps = (_ signal: Signal, _ input: Int) -> [Signal]

  /// What the operator requests from an input, as long as nothing has ended.
  public enum Asks: Hashable, Sendable {
    /// What downstream has requested.
    case asMany

    /// That, and one more for each value that it does not pass on.
    case oneMoreForEachLeftOut

    /// Unlimited demand.
    case everything

    /// So many, and one more for each value that downstream has received.
    case inAdvance(Int)

    /// Something that is not counted here.
    case otherwise
  }

  /// The number of streams that the operator is applied to.
  public let inputs: Int

  /// The arguments with which it is tried, those at the edges of what is allowed among them.
  public let arguments: [Int]

  /// What the inputs deliver besides the one that is looked at: a list for each try. The contract is tried with the first.
  public let others: [[Int]]

  /// What it requests from its first input.
  public let asks: Asks

  /// Whether a failure is delivered at once, though values wait for demand or for other values.
  public let failsAtOnce: Bool

  /// Whether downstream receives the same whichever input is the first to send.
  public let isOrdered: Bool

  /// How it deviates from the common rules of the contract.
  public let traits: ContractSpecimen.Traits

  private let steps: @Sendable (_ argument: Int) -> Steps
  private let operation: @Sendable (Application) -> AnyPublisher<Int, TestError>

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - inputs: The number of streams that the operator is applied to: one or more.
  ///   - arguments: The arguments with which it is tried.
  ///   - others: What the inputs deliver besides the one that is looked at, which the contract tries with the first list.
  ///   - asks: What it requests from its first input.
  ///   - failsAtOnce: Whether a failure is delivered at once, though values wait.
  ///   - isOrdered: Whether downstream receives the same whichever input is the first to send.
  ///   - traits: How it deviates from the common rules of the contract.
  ///   - steps: Makes what tells the signals of a run with an argument.
  ///   - operation: Applies the operator.
  public init<P: Publisher<Int, TestError>>(
    of inputs: Int = 1, with arguments: [Int] = [0], others: [[Int]] = [[]], asks: Asks = .otherwise,
    failsAtOnce: Bool = false, isOrdered: Bool = true, traits: ContractSpecimen.Traits = [],
    steps: @escaping @Sendable (_ argument: Int) -> Steps,
    applying operation: @escaping @Sendable (Application) -> P
  ) {
    (self.inputs, self.arguments, self.others, self.asks) = (inputs, arguments, others, asks)
    (self.failsAtOnce, self.isOrdered, self.traits, self.steps) = (failsAtOnce, isOrdered, traits, steps)
    self.operation = { operation($0).eraseToAnyPublisher() }
  }

  /// The streams that an operator is applied to.
  public struct Application: Sendable {
    /// The argument that is tried.
    public let argument: Int

    private let inputs: [AnyPublisher<Int, TestError>]
    private let token: ReleaseToken

    fileprivate init(_ inputs: [AnyPublisher<Int, TestError>], _ argument: Int, _ token: ReleaseToken) {
      (self.inputs, self.argument, self.token) = (inputs, argument, token)
    }

    /// An input.
    public subscript(index: Int) -> AnyPublisher<Int, TestError> { inputs[index] }

    /// Returns its argument: a closure of the operator's calls it, so that the release of the closure is seen.
    ///
    /// - Parameter value: The value.
    /// - Returns: The value.
    public func pass<Value>(_ value: Value) -> Value { token.pass(value) }
  }

  /// Applies the operator.
  ///
  /// - Parameters:
  ///   - streams: The inputs.
  ///   - argument: The argument that is tried.
  /// - Returns: What comes of them.
  public func apply(to streams: [AnyPublisher<Int, TestError>], argument: Int) -> AnyPublisher<Int, TestError> {
    operation(Application(streams, argument, ReleaseToken()))
  }

  /// What downstream receives, up to the end.
  ///
  /// - Parameters:
  ///   - signals: The signals, with the numbers of the inputs.
  ///   - argument: The argument that is tried.
  /// - Returns: The signals, each with the place of that at which it comes.
  public func output(
    of signals: some Sequence<(signal: Signal, input: Int)>, argument: Int
  ) -> [(signal: Signal, place: Int)] {
    let step = steps(argument)
    var ended: Set<Int> = []
    var output: [(Signal, Int)] = []
    for (place, (signal, input)) in signals.enumerated() where !ended.contains(input) {
      if !signal.isValue { ended.insert(input) }
      for made in step(signal, input) {
        output.append((made, place))
        if !made.isValue { return output }
      }
    }
    return output
  }
}

extension OperatorModel.Signal {
  /// Whether it is no end.
  public var isValue: Bool { if case .value = self { true } else { false } }
}

extension Scenario {
  /// The specimens of the contract that the model makes: one for each input, with each argument.
  public var specimens: [ContractSpecimen] {
    guard let model else { return [] }
    return model.tries.filter { $0.others == model.others[0] }.map { model.specimen(of: symbol, $0) }
  }

  /// The laws that the model makes: one for each input, with each argument and each list of what else is delivered.
  ///
  /// - Parameter space: The ways in which they are run.
  /// - Returns: The laws.
  public func laws(in space: LawSpace) -> [Law] {
    guard let model else { return [] }
    return model.tries.map { model.law(of: symbol, $0, in: space) }
  }
}

/// One way in which a model is compared with its operator.
private struct Try: CustomStringConvertible {
  let input: Int
  let argument: Int
  let others: [Int]

  var description: String { "input \(input), beside \(others.count) values of others, argument \(argument)" }
}

extension OperatorModel {
  fileprivate var tries: [Try] {
    arguments.flatMap { argument in
      others.flatMap { others in (0..<inputs).map { Try(input: $0, argument: argument, others: others) } }
    }
  }

  private func streams(
    with upstream: AnyPublisher<Int, TestError>, _ one: Try
  ) -> [AnyPublisher<Int, TestError>] {
    let other = Publishers.Sequence<[Int], TestError>(sequence: one.others).eraseToAnyPublisher()
    return (0..<inputs).map { $0 == one.input ? upstream : other }
  }

  fileprivate func specimen(of symbol: String, _ one: Try) -> ContractSpecimen {
    ContractSpecimen(symbol, form: "\(one)", traits) { upstream, token in
      operation(Application(streams(with: upstream.map { token.pass($0) }.eraseToAnyPublisher(), one), one.argument, token))
    }
  }

  fileprivate func law(of symbol: String, _ one: Try, in space: LawSpace) -> Law {
    let relation: LawRelation = isOrdered ? .identity : .permutation()
    return Law("\(symbol) is as its model: \(one)", failsAtOnce ? relation.unlessOvertaken : relation, in: space) {
      upstream, _ in apply(to: streams(with: upstream, one), argument: one.argument)
    } equals: { upstream, _ in
      modelled(upstream, one)
    }
  }

  /// What the model makes of a stream, when it has ended.
  private func modelled(_ upstream: AnyPublisher<Int, TestError>, _ one: Try) -> AnyPublisher<Int, TestError> {
    let others = (0..<inputs).filter { $0 != one.input }.flatMap { input in
      (one.others.map(Signal.value) + [.finished]).map { (signal: $0, input: input) }
    }
    return upstream.materialize().collect()
      .flatMap { signals in
        let received = signals.map { (signal: Signal($0), input: one.input) }
        let output = output(of: others + received, argument: one.argument)
        return Publishers.Sequence<[StreamSignal<Int, TestError>], Never>(sequence: output.map { $0.signal.streamSignal })
      }
      .dematerialize().eraseToAnyPublisher()
  }
}

extension OperatorModel.Signal {
  fileprivate init(_ signal: StreamSignal<Int, TestError>) {
    switch signal {
    case .input(let value): self = .value(value)
    case .completion(.failure(let error)): self = .failure(error)
    case .subscription, .completion(.finished): self = .finished
    }
  }

  fileprivate var streamSignal: StreamSignal<Int, TestError> {
    switch self {
    case .value(let value): .input(value)
    case .finished: .completion(.finished)
    case .failure(let error): .completion(.failure(error))
    }
  }
}
