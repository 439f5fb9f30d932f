import StreamCore
import StreamTesting
import StreamsGRDB

extension DatabaseFailure {
  /// The name of the case.
  var name: String { String("\(self)".prefix { $0 != "(" }) }
}

extension RecordingSubscriber {
  /// The failure that has been received.
  var failure: Failure? {
    for case .failure(let error) in completions { return error }
    return nil
  }
}
