import StreamCore
import TestSupport

/// What the closures of a sink were called with, in order.
final class Signals: Sendable {
  private let log = Box<[String]>([])

  var all: [String] { log.value }

  func add(_ signal: String) {
    log.update { $0.append(signal) }
  }

  /// A closure for values.
  func value<Value>(_ value: Value) {
    add("\(value)")
  }

  /// A closure for completions.
  func completion<Failure>(_ completion: Subscribers.Completion<Failure>) {
    switch completion {
    case .finished: add("finished")
    case .failure(let error): add("\(error)")
    }
  }

  /// A closure for results.
  func result<Value, Failure>(_ result: Result<Value, Failure>) {
    switch result {
    case .success(let value): add("success \(value)")
    case .failure(let error): add("failure \(error)")
    }
  }
}
