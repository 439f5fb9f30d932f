/// How a law's run ends.
public enum LawEnd: Hashable, Sendable {
  /// The source finishes after its elements.
  case finish

  /// The source fails after its elements.
  case failure

  /// The source never ends.
  case never

  /// The subscriber cancels inside the delivery of the element with that number, counted from one; with zero, inside
  /// `receive(subscription:)`.
  case cancel(after: Int)

  /// The subscriber releases its `AnyCancellable` inside that delivery.
  case release(after: Int)

  /// The thread that drives the run cancels after that number of elements; in the explorer, one at any moment.
  case cancelOutside(after: Int)

  /// Whether the subscriber ends the run, perhaps before the source.
  var isCut: Bool {
    switch self {
    case .finish, .failure, .never: false
    case .cancel, .release, .cancelOutside: true
    }
  }
}
