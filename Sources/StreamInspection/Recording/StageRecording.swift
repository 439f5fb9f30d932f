/// What has passed a stage: what came into it, and what went out.
public struct StageRecording: Sendable {
  /// What one stream has sent.
  public struct Stream: Sendable, Identifiable {
    /// The number of the stage that sent it.
    public let id: Int

    /// Its operator or source.
    public let name: String

    /// Whether it is an inner stream of the stage, one that `flatMap` or one of its kin has made of an element.
    public let isInner: Bool

    /// How many inner streams of the stage came before this one.
    let ordinal: Int

    /// When it was subscribed to, in seconds since the stage was.
    public let began: Double

    /// The signals that are kept, in their order.
    public let signals: [RecordedSignal]

    /// How many there were before these.
    public let forgotten: Int

    /// How many of them were elements.
    let forgottenValues: Int

    let output: TypeText
    let failure: TypeText
  }

  /// The line that subscribed to the pipeline, and its function, if it is known.
  public let line: String?

  /// What the stage has sent; its name is the stage's.
  public let output: Stream

  /// What it has received: from its upstreams, then from its inner streams, each in the order of their subscriptions.
  public let inputs: [Stream]

  /// How long the stage had been subscribed to when this was taken, in seconds.
  public var duration: Double

  /// Whether streams are left out, because there were too many.
  public let isIncomplete: Bool

  /// How the program has written the stage.
  let call: StageCall
}

/// A type, as Swift writes it.
struct TypeText: Sendable {
  let text: String

  /// Whether values of it can be compared.
  let isEquatable: Bool

  /// The modules of the names in it.
  let modules: Set<String>

  init(_ type: Any.Type) {
    isEquatable = type is any Equatable.Type
    modules = SwiftName(type).modules
    text = swiftText(of: type)
  }
}
