public import StreamCore

/// An operator under test: a pipeline of that one operator over a source of `Int` that may fail.
///
///     let specimen = ContractSpecimen("tryEven(_:)") { upstream, token in
///       upstream.tryEven { value in
///         try ContractSpecimen.check(value)
///         return token.pass(value)
///       }
///     }
///     verifyContract(of: specimen)
///
/// The operator's closures must capture the token, whose release is observed, and pass most values of 100 and above.
/// Closures that may throw must call ``check(_:)`` with their argument.
public struct ContractSpecimen: Sendable, CustomStringConvertible {
  /// The source that the operator is applied to.
  public typealias Upstream = AnyPublisher<Int, TestError>

  /// How an operator handles an upstream failure.
  public enum OnFailure: Sendable {
    /// Fails with that failure or another, unless it has finished before.
    case passesOn

    /// Recovers, and does not fail.
    case recovers

    /// Traps: the failure check is skipped, and needs an exit test.
    case traps
  }

  /// How an operator may deviate from the common rules.
  public struct Traits: OptionSet, Sendable {
    /// The bit mask.
    public let rawValue: Int

    /// Creates traits from a bit mask.
    ///
    /// - Parameter rawValue: The bit mask.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Holds no state: hands the upstream subscription on, and forwards signals that break the rules.
    public static let stateless = Traits(rawValue: 1)

    /// Its values depend on the timing of requests.
    public static let pacedByDemand = Traits(rawValue: 2)

    /// Its subscribers share one subscription to upstream.
    public static let shares = Traits(rawValue: 4)

    /// An error that its closure throws leaves out a value, and ends nothing.
    public static let skipsFailures = Traits(rawValue: 8)
  }

  /// The method's name, as `name(label:label:)`.
  public let method: String

  /// How it handles an upstream failure.
  public let onFailure: OnFailure

  /// How it deviates from the common rules.
  public let traits: Traits

  /// Which overload it is, if there are several.
  private let form: String

  let makePipeline: @Sendable (Upstream, ReleaseToken) -> Pipeline

  /// Creates a specimen.
  ///
  /// - Parameters:
  ///   - method: The method's name, as `name(label:label:)`. A name that begins with `try` must throw.
  ///   - form: Which overload it is, if there are several.
  ///   - traits: How it deviates from the common rules.
  ///   - onFailure: How it handles an upstream failure.
  ///   - make: Applies the operator; called many times.
  public init<P: Publisher & SendableMetatype>(
    _ method: String, form: String = "", _ traits: Traits = [], onFailure: OnFailure = .passesOn,
    make: @escaping @Sendable (Upstream, ReleaseToken) -> P
  ) where P.Output: SendableMetatype, P.Failure: SendableMetatype {
    self.method = method
    self.form = form
    self.traits = traits
    self.onFailure = onFailure
    makePipeline = { Pipeline(make($0, $1)) }
  }

  /// The name of the publisher's type, without generic arguments.
  public var publisherType: String { makePipeline(Empty().eraseToAnyPublisher(), ReleaseToken()).type }

  /// The method, and its overload if there are several.
  public var description: String { form.isEmpty ? method : "\(method), \(form)" }

  /// The value at which throwing closures must throw.
  public static let poison = 13

  /// Throws at the ``poison``; throwing closures call it with their argument.
  ///
  /// - Parameter value: The closure's argument.
  /// - Throws: A ``TestError`` at the poison.
  public static func check(_ value: Int) throws {
    if value == poison { throw TestError("thrown") }
  }
}
