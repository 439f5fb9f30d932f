public import StreamCore

/// A value that a closure validates, and that reports whether each proposed value was accepted.
///
///     set           -1---9---2
///     value         01-------2
///     result        VV---I---V
///
/// Here 9 is invalid, and the value remains 1. V is a valid result, I an invalid one.
///
///     let age = ValidatingProperty<Int, AgeError>(18) { $0 < 0 ? .invalid(.negative) : .valid }
///     age.set(-1)                                      // .invalid(proposed: -1, error: .negative)
///     age.value                                        // 18
///
/// Where another package has a class of the same name, a scoped import chooses:
/// `import class StreamSubjects.ValidatingProperty`.
///
/// - **Demand**: a subscriber of ``result`` without outstanding demand receives the newest when it requests one.
/// - **Completion**: subscribers of ``result`` receive the finish when this object is released.
/// - **Failure**: none.
/// - **Threads**: it may be used on any thread. Proposals take effect one after the other, and results are delivered in
///   that order, as by a subject. The closure runs where a proposal is made, never under a lock, so it may make
///   proposals; if another has taken effect meanwhile, it runs again.
public final class ValidatingProperty<Value, ValidationError: Error> {
  /// What a closure decides about a proposal.
  public enum Decision {
    /// The value becomes the proposed one.
    case valid

    /// The value becomes this one, for a reason that may be given.
    case coerced(Value, ValidationError?)

    /// The value remains what it is.
    case invalid(ValidationError)
  }

  /// Whether a proposal was accepted.
  public enum ValidationResult {
    /// The value is the proposed one.
    case valid(Value)

    /// The value is not the proposed one but a replacement.
    case coerced(replacement: Value, proposed: Value, error: ValidationError?)

    /// The value has not changed.
    case invalid(proposed: Value, error: ValidationError)

    /// What has been proposed.
    var proposed: Value {
      switch self {
      case .valid(let value): value
      case .coerced(_, let proposed, _), .invalid(let proposed, _): proposed
      }
    }
  }

  /// The value and the last result: one element, so that no reader sees the one without the other.
  @usableFromInline
  struct State {
    @usableFromInline var value: Value
    @usableFromInline var result: ValidationResult

    init(_ initial: Value, _ decision: Decision) {
      (value, result) = (initial, .valid(initial))
      decide(initial, decision)
    }

    mutating func decide(_ proposed: Value, _ decision: Decision) {
      switch decision {
      case .valid: (value, result) = (proposed, .valid(proposed))
      case .coerced(let replacement, let error):
        (value, result) = (replacement, .coerced(replacement: replacement, proposed: proposed, error: error))
      case .invalid(let error): result = .invalid(proposed: proposed, error: error)
      }
    }
  }

  @usableFromInline let hub: Broadcaster<State, Never>
  private let validate: @Sendable (Value) -> Decision
  private let connection: AnyCancellable?

  /// Creates a property whose values are validated.
  ///
  /// - Parameters:
  ///   - initial: The first value, and the first proposal. It becomes the value even if it is invalid.
  ///   - validate: Decides about a proposal.
  @preconcurrency
  public init(_ initial: Value, _ validate: @escaping @Sendable (Value) -> Decision) {
    hub = Broadcaster("ValidatingProperty", current: State(initial, validate(initial)))
    (self.validate, connection) = (validate, nil)
  }

  /// Creates a property whose values are validated together with the value of another.
  ///
  ///     other         1-------2
  ///     set           ----1----
  ///     result        V---V---I
  ///
  /// Here, a value less than the other is invalid: 1 becomes invalid when the other changes to 2, but remains the
  /// value.
  ///
  /// When the other property changes, the last proposal is validated again. This object subscribes to the other
  /// property until it is released.
  ///
  /// - Parameters:
  ///   - initial: The first value, and the first proposal. It becomes the value even if it is invalid.
  ///   - other: The other property.
  ///   - validate: Decides about a proposal, with the value of the other.
  @preconcurrency
  public init<Other>(
    _ initial: Value, against other: Property<Other>, _ validate: @escaping @Sendable (Value, Other) -> Decision
  ) {
    let decide = PairValidation(validate: validate, other: other).decide
    let hub = Broadcaster<State, Never>("ValidatingProperty", current: State(initial, decide(initial)))
    (self.hub, self.validate) = (hub, decide)
    // The first value is the one that the initial value has been validated with, or a newer one.
    let connection = Subscribers.Sink<Other, Never>(
      receiveCompletion: { _ in },
      receiveValue: { _ in hub.update { $0.decide($0.result.proposed, decide($0.result.proposed)) } })
    other.subscribe(connection)
    self.connection = AnyCancellable(connection)
  }

  deinit {
    connection?.cancel()
    hub.send(completion: .finished)
  }

  /// The value: the initial one, or the last that was valid, or a replacement.
  public var value: Value { hub.current.value }

  /// The last result. A subscriber receives it, then one for each proposal.
  @inlinable public var result: Property<ValidationResult> {
    Property(
      read: { [hub] in hub.current.result },
      attach: { [hub] in
        hub.subscribe(toProperty: AnySubscriber(MappingInner("ValidatingProperty", to: $0) { $0.result }))
      })
  }

  /// Proposes a value.
  ///
  /// - Parameter proposed: The value.
  /// - Returns: What happened to it.
  @discardableResult
  public func set(_ proposed: Value) -> ValidationResult {
    hub.update { state in
      state.decide(proposed, validate(proposed))
      return state.result
    }
  }
}

// Values cross threads under the lock of the hub; the closures are Sendable.
extension ValidatingProperty: @unchecked Sendable where Value: Sendable {}

extension ValidatingProperty.Decision: Sendable where Value: Sendable {}

extension ValidatingProperty.ValidationResult: Sendable where Value: Sendable {}

extension ValidatingProperty.Decision: Equatable where Value: Equatable, ValidationError: Equatable {}

extension ValidatingProperty.ValidationResult: Equatable where Value: Equatable, ValidationError: Equatable {}

/// Decides about a value together with the present one of a property. A method instead of a closure: a closure would
/// capture the metatypes, and be `@Sendable` only if they were.
// Sendable: the closure is, and a property may be read on any thread.
private struct PairValidation<Value, Other, Decision>: @unchecked Sendable {
  let validate: @Sendable (Value, Other) -> Decision
  let other: Property<Other>

  @Sendable
  func decide(_ proposed: Value) -> Decision { validate(proposed, other.value) }
}
