/// What the subscription of an exchange knows. Pure: no lock, and no call to anybody.
///
/// `Work` is what a task needs and what it is for. A transition that drops something returns the state until then, so
/// that nothing is released under the lock that guards the state.
package enum ExchangeState<Work, Task> {
  /// Downstream is being handed its subscription; the task waits until that is done, so that signals never overlap.
  case attaching(Work, isDemanded: Bool)

  /// Nothing has been asked for.
  case idle(Work)

  /// The task is being made.
  case starting(Work)

  case running(Work, Task)

  /// The task has ended, and downstream is being told.
  case delivering

  /// Downstream has cancelled, and the task has not ended yet.
  case cancelling(Task)

  /// Over, by completion or by cancel.
  case ended
}

extension ExchangeState {
  /// Takes a request for values.
  ///
  /// - Returns: What to start a task for, if one is to start now.
  package mutating func demand() -> Work? {
    switch self {
    case .attaching(let work, _):
      self = .attaching(work, isDemanded: true)
      return nil
    case .idle(let work):
      self = .starting(work)
      return work
    case .starting, .running, .delivering, .cancelling, .ended:
      return nil
    }
  }

  /// Notes that downstream has its subscription.
  ///
  /// - Returns: What to start a task for, if it has been asked for.
  package mutating func attach() -> Work? {
    guard case .attaching(let work, let isDemanded) = self else { return nil }
    self = isDemanded ? .starting(work) : .idle(work)
    return isDemanded ? work : nil
  }

  /// Takes the task that was made.
  ///
  /// - Returns: Whether it is wanted still; if not, it is to be cancelled.
  package mutating func start(_ task: Task) -> Bool {
    guard case .starting(let work) = self else { return false }
    self = .running(work, task)
    return true
  }

  /// Takes the end of the task.
  ///
  /// - Returns: The state until now: the work in it is to be told.
  package mutating func answer() -> Self {
    let former = self
    switch self {
    case .starting, .running: self = .delivering
    case .cancelling: self = .ended
    case .attaching, .idle, .delivering, .ended: break
    }
    return former
  }

  /// Notes that downstream has the value, or that there is none.
  ///
  /// - Returns: Whether it is to be told of the completion; not after a cancel.
  package mutating func complete() -> Bool {
    guard case .delivering = self else { return false }
    self = .ended
    return true
  }

  /// Takes a cancel.
  ///
  /// - Returns: The state until now, to be released; a task in it is to be cancelled.
  package mutating func cancel() -> Self {
    let former = self
    switch self {
    case .running(_, let task): self = .cancelling(task)
    case .cancelling: break
    case .attaching, .idle, .starting, .delivering, .ended: self = .ended
    }
    return former
  }

  /// Whether the task was cancelled and has not ended yet.
  package var isCancelling: Bool {
    if case .cancelling = self { true } else { false }
  }
}
