package import StreamCore

/// What an operator that passes all signals on does as those of one subscription pass.
///
/// Each method calls `pass` exactly once, which hands the signal on; what it does before and after is its own.
package protocol SignalWatch<Input, Failure>: Sendable {
  associatedtype Input
  associatedtype Failure: Error

  func subscription(_ pass: () -> Void)
  func request(_ demand: Subscribers.Demand, _ pass: () -> Void)
  func value(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand

  /// Called at most once, and not if ``cancel(_:)`` is.
  func completion(_ completion: Subscribers.Completion<Failure>, _ pass: () -> Void)

  /// Called at most once, and not if ``completion(_:_:)`` is.
  func cancel(_ pass: () -> Void)
}

extension SignalWatch {
  package func subscription(_ pass: () -> Void) { pass() }
  package func request(_ demand: Subscribers.Demand, _ pass: () -> Void) { pass() }
  package func value(_ input: Input, _ pass: (Input) -> Subscribers.Demand) -> Subscribers.Demand { pass(input) }
  package func completion(_ completion: Subscribers.Completion<Failure>, _ pass: () -> Void) { pass() }
  package func cancel(_ pass: () -> Void) { pass() }
}
