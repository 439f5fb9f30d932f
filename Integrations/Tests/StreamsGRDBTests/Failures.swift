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

  /// The name of the database's failure that has been received.
  func databaseFailure<Upstream>() -> String? where Failure == WriteBatchesFailure<Upstream> {
    if case .database(let failure) = failure { failure.name } else { nil }
  }
}
