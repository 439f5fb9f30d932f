/// A signal that has passed a stage, or has gone up from it.
public struct RecordedSignal: Sendable {
  /// The kinds of signals.
  public enum Kind: String, Sendable {
    /// Demand; the text says how much.
    case request
    /// An element; the text is its value.
    case value
    /// The stream has finished.
    case finished
    /// The stream has failed; the text is the error.
    case failure
    /// The subscription was cancelled.
    case cancel
  }

  /// The seconds since the stage was subscribed to.
  public let seconds: Double

  /// The kind.
  public let kind: Kind

  /// A value or an error as Swift writes it: `"a"`, `App.Order(id: 1)`. What has no such form, or one of more than
  /// 1,000 characters, is a placeholder: `<#App.Image#>`.
  public let text: String
}
