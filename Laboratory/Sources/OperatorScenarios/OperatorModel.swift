internal import StreamCombining
public import StreamCore
internal import StreamDiagnostics
internal import StreamMapping
public import StreamTesting

/// A reference implementation of an operator on streams of numbers, signal by signal, and the operator itself.
///
///     model: OperatorModel(asks: { _ in .oneMoreForEachLeftOut }) { _ in
///       var last: Int?
///       return { signal, _ in
///         guard case .value(let value) = signal else { return [signal] }
///         defer { last = value }
///         return value == last ? [] : [signal]
///       }
///     } applying: { inputs in inputs[0].removeDuplicates { inputs.pass($0) == $1 } }
///
/// The contract of the operator, its laws, its runs on many threads and its place in the differential run are made of
/// it. Write the model from the specification of the operator, not from its code.
public struct OperatorModel: Sendable {
  /// A signal of a stream.
  public enum Signal: Hashable, Sendable {
    case value(Int)
    case finished
    case failure(TestError)
  }

  /// Returns what downstream receives at a signal of one of the inputs, which are numbered from zero. Signals that are
  /// returned after an end are ignored.
  public typealias Steps = (_ signal: Signal, _ input: Int) -> [Signal]

  /// What the operator requests from an input, as long as nothing has ended.
  public enum Asks: Hashable, Sendable {
    /// What downstream has requested.
    case asMany

    /// That, and one more for each value that it does not pass on.
    case oneMoreForEachLeftOut

    /// Unlimited demand.
    case everything

    /// This number, and one more for each value that downstream has received.
    case inAdvance(Int)

    /// This number at least; at most one more for each value that downstream has received. For several inputs, whose
    /// values downstream receives in turn.
    case atMostInAdvance(Int)

    /// Not described: its demand is not checked.
    case otherwise
  }

  /// The number of streams that the operator is applied to.
  public let inputs: Int

  /// The arguments with which it is tried, those at the edges of what is allowed among them.
  public let arguments: [Int]

  /// The values of the inputs other than the one under test, which deliver them at once and finish. Each list is one
  /// try; the contract uses the first and the last.
  public let others: [[Int]]

  /// What it requests from its first input, by the argument.
  public let asks: @Sendable (_ argument: Int) -> Asks

  /// How many values of an input wait in the operator at most, by the argument; `.max` if nothing is bounded. The
  /// differential run skips cases in which more would wait.
  public let bound: @Sendable (_ argument: Int) -> Int

  /// Whether a failure is delivered at once, though values wait for demand or for other values.
  public let failsAtOnce: Bool

  /// Whether downstream receives the same whichever input is the first to send. Otherwise the laws compare values
  /// without their order.
  public let isOrdered: Bool

  /// How it deviates from the common rules of the contract.
  public let traits: ContractSpecimen.Traits

  private let site: CallSite
  private let steps: @Sendable (_ argument: Int) -> Steps
  private let operation: @Sendable (Application) -> AnyPublisher<Int, TestError>

  /// Creates a model.
  ///
  /// - Parameters:
  ///   - inputs: The number of streams that the operator is applied to: one or more.
  ///   - arguments: The arguments with which it is tried: one or more, those at the edges of what is allowed among
  ///     them.
  ///   - others: The values of the inputs other than the one under test: one list or more.
  ///   - asks: What it requests from its first input, by the argument.
  ///   - bound: How many values of an input wait in the operator at most, by the argument.
  ///   - failsAtOnce: Whether a failure is delivered at once, though values wait.
  ///   - isOrdered: Whether downstream receives the same whichever input is the first to send.
  ///   - traits: How it deviates from the common rules of the contract.
  ///   - fileID: The caller's file, where failures are shown, as are the rest.
  ///   - filePath: The path of that file.
  ///   - line: The line.
  ///   - column: The column.
  ///   - steps: Makes the steps of a run with an argument.
  ///   - operation: Applies the operator.
  public init<P: Publisher<Int, TestError>>(
    of inputs: Int = 1, with arguments: [Int] = [0], others: [[Int]] = [[]],
    asks: @escaping @Sendable (_ argument: Int) -> Asks,
    bound: @escaping @Sendable (_ argument: Int) -> Int = { _ in .max }, failsAtOnce: Bool = false,
    isOrdered: Bool = true, traits: ContractSpecimen.Traits = [], fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    steps: @escaping @Sendable (_ argument: Int) -> Steps,
    applying operation: @escaping @Sendable (Application) -> P
  ) {
    precondition(
      inputs > 0 && !arguments.isEmpty && !others.isEmpty, "A model has an input, an argument, a list of others.")
    (self.inputs, self.arguments, self.others, self.asks) = (inputs, arguments, others, asks)
    (self.bound, site) = (bound, CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
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
  /// - Returns: The operator's output.
  public func apply(to streams: [AnyPublisher<Int, TestError>], argument: Int) -> AnyPublisher<Int, TestError> {
    operation(Application(streams, argument, ReleaseToken()))
  }

  /// What downstream receives, up to the end.
  ///
  /// - Parameters:
  ///   - signals: The signals, with the numbers of the inputs.
  ///   - argument: The argument that is tried.
  /// - Returns: The signals, each with the index of the input signal that caused it.
  public func output(
    of signals: some Sequence<(signal: Signal, input: Int)>, argument: Int
  ) -> [(signal: Signal, place: Int)] {
    let run = ModelRun(steps(argument))
    return signals.enumerated().flatMap { place, received in
      run.receive(received.signal, from: received.input).map { (signal: $0, place: place) }
    }
  }
}

/// A run of a model.
///
/// Sendable: the thread that delivers is the only one that uses it.
private final class ModelRun: @unchecked Sendable {
  private let steps: OperatorModel.Steps
  private var ended: Set<Int> = []
  private var isOver = false

  init(_ steps: @escaping OperatorModel.Steps) {
    self.steps = steps
  }

  /// What downstream receives at a signal: nothing after an end.
  func receive(_ signal: OperatorModel.Signal, from input: Int) -> [OperatorModel.Signal] {
    guard !isOver, !ended.contains(input) else { return [] }
    if !signal.isValue { ended.insert(input) }
    let output = steps(signal, input)
    guard let end = output.firstIndex(where: { !$0.isValue }) else { return output }
    isOver = true
    return Array(output[...end])
  }
}

extension OperatorModel.Signal {
  /// Whether it is no end.
  public var isValue: Bool { if case .value = self { true } else { false } }
}

extension Scenario {
  /// The specimens of the contract that the model makes.
  public var specimens: [ContractSpecimen] {
    guard let model else { return [] }
    return model.contractTries.map { model.specimen(of: symbol, $0) }
  }

  /// The laws that the model makes.
  ///
  /// - Parameter space: The ways in which they are run.
  /// - Returns: The laws.
  public func laws(in space: LawSpace) -> [Law] { model?.laws(of: symbol, in: space) ?? [] }
}

/// One way in which a model is compared with its operator.
private struct Try: CustomStringConvertible {
  let input: Int
  let argument: Int
  let others: [Int]

  /// Whether the values come as they are drawn, ascending. Otherwise some are equal, and others descend.
  let ascends: Bool

  var description: String {
    "input \(input), argument \(argument), beside \(others.prefix(4)), \(ascends ? "ascending" : "up and down")"
  }

  func shape(_ value: Int) -> Int { ascends ? value : value / 2 % 3 }
}

extension OperatorModel {
  /// Each argument and each list of values for each input, in turn with ascending values and others.
  private var tries: [Try] {
    let pairs = arguments.flatMap { argument in others.map { (argument, $0) } }
    let twice = pairs.count == 1 ? pairs + pairs : pairs
    return twice.enumerated().flatMap { number, pair in
      (0..<inputs).map { input in
        Try(input: input, argument: pair.0, others: pair.1, ascends: number.isMultiple(of: 2))
      }
    }
  }

  /// Each argument for each input, with the first list and the last.
  fileprivate var contractTries: [Try] {
    let lists = others.count == 1 ? others : [others[0], others[others.count - 1]]
    return arguments.flatMap { argument in
      lists.flatMap { others in
        (0..<inputs).map { Try(input: $0, argument: argument, others: others, ascends: true) }
      }
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
      operation(
        Application(streams(with: upstream.map { token.pass($0) }.eraseToAnyPublisher(), one), one.argument, token))
    }
  }

  /// The laws that the model makes.
  ///
  /// - Parameters:
  ///   - symbol: The operator.
  ///   - space: The ways in which they are run.
  /// - Returns: The laws.
  public func laws(of symbol: String, in space: LawSpace) -> [Law] { tries.map { law(of: symbol, $0, in: space) } }

  private func law(of symbol: String, _ one: Try, in space: LawSpace) -> Law {
    let relation: LawRelation = isOrdered ? .identity : .permutation()
    // What is ascending comes as it is: a stage before it would hide how the operator treats arrays.
    let shaped: @Sendable (Law.Upstream) -> Law.Upstream = {
      one.ascends ? $0 : $0.map(one.shape).eraseToAnyPublisher()
    }
    return Law(
      "\(symbol) is as its model: \(one)", failsAtOnce ? relation.unlessOvertaken : relation, in: space,
      fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column
    ) { upstream, _ in
      apply(to: streams(with: shaped(upstream), one), argument: one.argument)
    } equals: { upstream, _ in
      modelled(shaped(upstream), one)
    }
  }

  /// What the model makes of a stream: the others deliver first.
  private func modelled(_ upstream: AnyPublisher<Int, TestError>, _ one: Try) -> AnyPublisher<Int, TestError> {
    let run = ModelRun(steps(one.argument))
    let others = (0..<inputs).filter { $0 != one.input }.flatMap { input in
      (one.others.map(Signal.value) + [.finished]).flatMap { run.receive($0, from: input) }
    }
    return upstream.materialize()
      .flatMap { signal in
        Publishers.Sequence<[StreamSignal<Int, TestError>], Never>(
          sequence: run.receive(Signal(signal), from: one.input).map(\.streamSignal))
      }
      .prepend(others.map(\.streamSignal)).dematerialize().eraseToAnyPublisher()
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
