public import StreamCore

/// An operator as the contract suite takes it: a pipeline of that one operator over a source of `Int` that may fail.
///
/// Its closures are to capture the token, whose release is watched; those that may throw are to call
/// ``Specimen/check(_:)`` with what they get.
public struct Specimen: Sendable, CustomStringConvertible {
  public typealias Upstream = AnyPublisher<Int, TestError>

  /// What the operator does with a failure of upstream.
  public enum OnFailure: Sendable {
    case passesOn, recovers

    /// The program ends: an exit test of its own shows that.
    case traps
  }

  /// What an operator may do beside the rules that all keep.
  public struct Traits: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Holds no state of its own: it hands the upstream's subscription on, and passes on what breaks the rules.
    public static let stateless = Traits(rawValue: 1)

    /// Which values come depends on when they are asked for.
    public static let pacedByDemand = Traits(rawValue: 2)

    /// Its subscribers share one subscription to upstream.
    public static let shares = Traits(rawValue: 4)
  }

  /// The method, as `name(label:label:)`.
  public let method: String
  public let onFailure: OnFailure
  public let traits: Traits

  /// Says which form of the method it is, if there are several.
  private let form: String

  let makePipeline: @Sendable (Upstream, Token) -> Pipeline

  /// - Parameters:
  ///   - method: The method, as `name(label:label:)`.
  ///   - form: Which form of it, if there are several.
  ///   - traits: What it does beside the rules.
  ///   - onFailure: What it does with a failure of upstream.
  ///   - make: Applies the operator.
  public init<P: Publisher & SendableMetatype>(
    _ method: String, form: String = "", _ traits: Traits = [], onFailure: OnFailure = .passesOn,
    make: @escaping @Sendable (Upstream, Token) -> P
  ) where P.Output: SendableMetatype, P.Failure: SendableMetatype {
    self.method = method
    self.form = form
    self.traits = traits
    self.onFailure = onFailure
    makePipeline = { Pipeline(make($0, $1)) }
  }

  /// The name of the publisher's type, without arguments.
  public var publisherType: String { makePipeline(Empty().eraseToAnyPublisher(), Token()).type }

  public var description: String { form.isEmpty ? method : "\(method), \(form)" }

  /// The value that the throwing closures of the specimens throw at.
  public static let poison = 13

  public static func check(_ value: Int) throws {
    if value == poison { throw TestError("thrown") }
  }
}

/// A publisher whose types are hidden.
struct Pipeline {
  /// The name of the publisher's type, without arguments.
  let type: String
  let attach: (Script) -> any SignalRecorder

  init<P: Publisher>(_ publisher: P) {
    type = String(String(describing: P.self).prefix { $0 != "<" })
    attach = { script in
      let recorder = RecordingSubscriber<P.Output, P.Failure>(demand: script.demand)
      recorder.onSubscription = script.onSubscription
      if let onValue = script.onValue { recorder.onValue = { _ in onValue() } }
      if let onCompletion = script.onCompletion { recorder.onCompletion = { _ in onCompletion() } }
      publisher.subscribe(recorder)
      return recorder
    }
  }
}

/// What downstream does.
struct Script {
  var demand = Subscribers.Demand.unlimited
  var onSubscription: (@Sendable (any Subscription) -> Void)?
  var onValue: (@Sendable () -> Subscribers.Demand)?
  var onCompletion: (@Sendable () -> Void)?
}

/// A recorder whose types are hidden.
protocol SignalRecorder: AnyObject, Sendable {
  var subscription: (any Subscription)? { get }
  var subscriptions: [String] { get }
  var overlaps: Int { get }
  var isFinished: Bool { get }
  var beginsWithSubscription: Bool { get }
  var describedValues: [String] { get }
  var completionCount: Int { get }
  var hasFailed: Bool { get }

  func request(_ demand: Subscribers.Demand)
  func cancel()
}

extension RecordingSubscriber: SignalRecorder {
  var beginsWithSubscription: Bool { if case .subscription = events.first { true } else { false } }

  var describedValues: [String] { values.map { "\($0)" } }

  var completionCount: Int { completions.count }

  var hasFailed: Bool { failure != nil }
}
