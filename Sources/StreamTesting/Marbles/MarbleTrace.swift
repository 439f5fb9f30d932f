internal import StreamCore

/// The signals of a source, one row of marks per subscription, with times since the source was created.
final class MarbleTrace: Sendable {
  private let subscriptions = Locked<[[MarbleRow.Mark]]>([])

  /// Starts a row.
  ///
  /// - Parameter marks: The marks so far.
  /// - Returns: The index of the row.
  func begin(_ marks: [MarbleRow.Mark]) -> Int {
    subscriptions.withLock { subscriptions in
      subscriptions.append(marks)
      return subscriptions.count - 1
    }
  }

  /// Appends a mark to a row, unless the row has ended.
  func append(_ kind: MarbleRow.Mark.Kind, at time: VirtualTime, to row: Int) {
    subscriptions.withLock { subscriptions in
      if subscriptions[row].last?.kind.isEnd != true { subscriptions[row].append(MarbleRow.Mark(kind, at: time)) }
    }
  }

  /// The rows, labelled `label`, or `label 1`, `label 2`, … if there are several.
  func rows(_ label: String, valueType: String, failureType: String) -> [MarbleRow] {
    let all = subscriptions.value
    return all.enumerated().map { number, marks in
      MarbleRow(
        all.count == 1 ? label : "\(label) \(number + 1)", valueType: valueType, failureType: failureType, marks: marks)
    }
  }
}
