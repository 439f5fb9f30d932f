internal import StreamCore

/// What a source has sent, a row of marks for each of its subscriptions, with the times since the source was made.
final class MarbleTrace: Sendable {
  private let subscriptions = Locked<[[MarbleRow.Mark]]>([])

  /// Begins a row.
  ///
  /// - Parameter marks: What has happened so far.
  /// - Returns: The number of the row.
  func begin(_ marks: [MarbleRow.Mark]) -> Int {
    subscriptions.withLock { subscriptions in
      subscriptions.append(marks)
      return subscriptions.count - 1
    }
  }

  /// Adds to a row, unless that has ended.
  func append(_ kind: MarbleRow.Mark.Kind, at time: VirtualTime, to row: Int) {
    subscriptions.withLock { subscriptions in
      if subscriptions[row].last?.kind.isEnd != true { subscriptions[row].append(MarbleRow.Mark(kind, at: time)) }
    }
  }

  /// The rows: `label`, or `label 1`, `label 2`, … of several.
  func rows(_ label: String, valueType: String, failureType: String) -> [MarbleRow] {
    let all = subscriptions.value
    return all.enumerated().map { number, marks in
      MarbleRow(
        all.count == 1 ? label : "\(label) \(number + 1)", valueType: valueType, failureType: failureType, marks: marks)
    }
  }
}
