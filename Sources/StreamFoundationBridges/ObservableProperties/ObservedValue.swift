public import Observation
public import StreamCore

/// The last value of a publisher, for views and other code that observe `@Observable` objects.
///
///     upstream      --1--2--3--|
///     value         0-1--2--3---
///
/// It takes the place of a model of your own with one property that a `sink` sets:
///
///     let temperature = ObservedValue(thermometer.readings, initial: 20.5)
///     // In a view:
///     Text("\(temperature.value) °C")
///     if let failure = temperature.failure { Text("No readings: \(failure)") }
///
/// The subscription begins with the object, which already has the value if the publisher delivers one at once on the
/// main actor, as a `CurrentValueSubject` does. It ends with `cancel()`, or when the object is released: the publisher
/// does not retain it.
///
/// - **Demand**: unlimited. Values that wait for the main actor are kept in memory, without a limit.
/// - **Completion**: stored in `completion`, after all values; the last value stays.
/// - **Failure**: as the completion; also in `failure`.
/// - **Threads**: the properties change on the main actor: at once if upstream delivers there, else in a later turn. A
///   `cancel()` on it ends the changes at once.
/// - Complexity: O(*n*) memory, where *n* is the number of values that wait for the main actor: O(1) if upstream
///   delivers there.
@MainActor
@Observable
public final class ObservedValue<Value, Failure: Error> {
  /// The last value, or the initial one.
  public private(set) var value: Value

  /// How the publisher has ended; `nil` as long as it has not.
  public private(set) var completion: Subscribers.Completion<Failure>?

  @ObservationIgnored private var subscription: AnyCancellable?

  /// Subscribes to a publisher.
  ///
  /// - Parameters:
  ///   - publisher: The publisher whose last value is held.
  ///   - initial: The value until it delivers one.
  public convenience init(_ publisher: some Publisher<Value, Failure>, initial: Value) {
    self.init(initial)
    subscribe(to: publisher) { $0 }
  }

  /// Subscribes to a publisher. The value is `nil` until it delivers one.
  ///
  /// - Parameter publisher: The publisher whose last value is held.
  public convenience init<Wrapped>(_ publisher: some Publisher<Wrapped, Failure>) where Value == Wrapped? {
    self.init(nil)
    subscribe(to: publisher) { $0 }
  }

  private init(_ value: Value) {
    self.value = value
  }

  private func subscribe<P: Publisher>(to publisher: P, _ hold: @escaping @MainActor (P.Output) -> Value)
  where P.Failure == Failure {
    subscription = publisher.sink { @MainActor [weak self] in
      self?.completion = $0
    } receiveValue: { @MainActor [weak self] in
      self?.value = hold($0)
    }
  }

  /// The failure with which the publisher has ended; `nil` if it has not failed.
  public var failure: Failure? {
    if case .failure(let failure) = completion { failure } else { nil }
  }

  /// Ends the subscription. The properties stay as they are.
  public func cancel() {
    subscription = nil
  }
}
