/// The state of an exchange's subscription. Pure: no lock, no outside call.
///
/// `Work` is the input of a task and its receiver. A transition that drops something returns the former state, so that
/// nothing is released under the lock.
package enum ExchangeState<Work, Task> {
  /// Downstream is being handed its subscription; the task waits until that returns, so that signals never overlap.
  case handover(Work, isDemanded: Bool)

  /// No demand yet.
  case idle(Work)

  /// The task is being created.
  case starting(Work)

  case running(Work, Task)

  /// The task has ended, and downstream is being notified.
  case delivering

  /// Downstream has cancelled, and the task has not ended yet.
  case cancelling(Task)

  /// Ended, by completion or by cancel.
  case ended
}

extension ExchangeState {
  /// Records a request for values.
  ///
  /// - Returns: The work of the task to start, if it must start now.
  package mutating func demand() -> Work? {
    switch self {
    case .handover(let work, _):
      self = .handover(work, isDemanded: true)
      return nil
    case .idle(let work):
      self = .starting(work)
      return work
    case .starting, .running, .delivering, .cancelling, .ended:
      return nil
    }
  }

  /// Records that downstream has received its subscription.
  ///
  /// - Returns: The work of the task to start, if there is demand.
  package mutating func endHandover() -> Work? {
    guard case .handover(let work, let isDemanded) = self else { return nil }
    self = isDemanded ? .starting(work) : .idle(work)
    return isDemanded ? work : nil
  }

  /// Records the created task.
  ///
  /// - Returns: Whether it is still wanted; if not, it must be cancelled.
  package mutating func start(_ task: Task) -> Bool {
    guard case .starting(let work) = self else { return false }
    self = .running(work, task)
    return true
  }

  /// Records the end of the task.
  ///
  /// - Returns: The former state, whose work must be notified.
  package mutating func answer() -> Self {
    let former = self
    switch self {
    case .starting, .running: self = .delivering
    case .cancelling: self = .ended
    case .handover, .idle, .delivering, .ended: break
    }
    return former
  }

  /// Records that downstream has received the value, or that there is none.
  ///
  /// - Returns: Whether to send the completion; not after a cancel.
  package mutating func complete() -> Bool {
    guard case .delivering = self else { return false }
    self = .ended
    return true
  }

  /// Records a cancel.
  ///
  /// - Returns: The former state, to be released; a task in it must be cancelled.
  package mutating func cancel() -> Self {
    let former = self
    switch self {
    case .running(_, let task): self = .cancelling(task)
    case .cancelling: break
    case .handover, .idle, .starting, .delivering, .ended: self = .ended
    }
    return former
  }

  /// Whether the task has been cancelled and has not ended yet.
  package var isCancelling: Bool {
    if case .cancelling = self { true } else { false }
  }
}
