public import StreamCore

/// An operator as the contract kit takes it: a pipeline of that one operator over a source of `Int` that may fail.
///
///     let specimen = ContractSpecimen("tryEven(_:)") { upstream, token in
///       upstream.tryEven { value in
///         try ContractSpecimen.check(value)
///         return token.pass(value)
///       }
///     }
///     verifyContract(of: specimen)
///
/// The operator's closures are to capture the token, whose release is watched, and to let values of 100 and more pass,
/// or most of them; those that may throw are to call ``check(_:)`` with what they get.
public struct ContractSpecimen: Sendable, CustomStringConvertible {
  /// The source that the operator is applied to.
  public typealias Upstream = AnyPublisher<Int, TestError>

  /// What an operator does with a failure of upstream.
  public enum OnFailure: Sendable {
    /// It fails too, with that failure or another, unless it has finished before.
    case passesOn

    /// It deals with the failure, and does not fail.
    case recovers

    /// The program ends: what is to be shown by an exit test of its own, and is not tried.
    case traps
  }

  /// What an operator may do beside the rules that all keep.
  public struct Traits: OptionSet, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates traits of their bits.
    ///
    /// - Parameter rawValue: The bits.
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

  /// What it does with a failure of upstream.
  public let onFailure: OnFailure

  /// What it does beside the rules.
  public let traits: Traits

  /// Says which form of the method it is, if there are several.
  private let form: String

  let makePipeline: @Sendable (Upstream, ReleaseToken) -> Pipeline

  /// Creates a specimen.
  ///
  /// - Parameters:
  ///   - method: The method, as `name(label:label:)`. One that begins with `try` is held to throw.
  ///   - form: Which form of it, if there are several.
  ///   - traits: What it does beside the rules.
  ///   - onFailure: What it does with a failure of upstream.
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

  /// The name of the publisher's type, without arguments.
  public var publisherType: String { makePipeline(Empty().eraseToAnyPublisher(), ReleaseToken()).type }

  /// The method, and its form if there are several.
  public var description: String { form.isEmpty ? method : "\(method), \(form)" }

  /// The value that throwing closures are to throw at.
  public static let poison = 13

  /// Throws at the ``poison``: what a closure that may throw is to call.
  ///
  /// - Parameter value: What the closure got.
  /// - Throws: A ``TestError`` at the poison.
  public static func check(_ value: Int) throws {
    if value == poison { throw TestError("thrown") }
  }
}
