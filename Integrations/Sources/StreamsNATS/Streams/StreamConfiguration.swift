internal import CNATS

/// How a durable log is kept by the servers.
public struct StreamConfiguration: Sendable {
  /// Where messages are stored.
  public enum Storage: Sendable {
    /// In files.
    case file

    /// In memory: what is not replicated is lost when its server ends.
    case memory
  }

  /// How long messages are kept.
  public enum Retention: Sendable {
    /// Until a limit is reached; then the oldest go.
    case limits

    /// Until each consumer has acknowledged them.
    case interest

    /// Until one consumer has acknowledged them. Consumers must not overlap.
    case workQueue
  }

  /// What happens to a message for which there is no room.
  public enum WhenFull: Sendable {
    /// The oldest messages go.
    case dropOldest

    /// It is refused: ``JetStreamFailure/refused(code:description:)``.
    case refuse
  }

  /// The name: without spaces, dots and wildcards.
  public var name: String

  /// The subjects whose messages are stored, with wildcards: `orders.>`.
  public var subjects: [String]

  /// Where messages are stored.
  public var storage = Storage.file

  /// How long messages are kept.
  public var retention = Retention.limits

  /// What happens to a message for which there is no room.
  public var whenFull = WhenFull.dropOldest

  /// How many servers keep a copy: 1 to 5, an odd number.
  public var replicas = 1

  /// The largest number of messages; `nil` for any number.
  public var maximumMessages: Int64?

  /// The largest number of messages of a subject; `nil` for any number. The oldest of the subject goes.
  public var maximumMessagesPerSubject: Int64?

  /// The largest number of bytes; `nil` for any number.
  public var maximumBytes: Int64?

  /// The largest message, in bytes with its headers; `nil` for what the server allows.
  public var maximumMessageSize: Int32?

  /// How long a message is kept; `nil` for any time.
  public var maximumAge: Duration?

  /// How long the identifiers of messages are remembered: of two with the same, the later one is dropped.
  public var duplicateWindow = Duration.seconds(120)

  /// Creates the configuration of a log in files, without limits and replicas.
  ///
  /// - Parameters:
  ///   - name: The name: without spaces, dots and wildcards.
  ///   - subjects: The subjects whose messages are stored, with wildcards. With none it is the name alone.
  public init(_ name: String, subjects: [String] = []) {
    self.name = name
    self.subjects = subjects
  }
}

extension StreamConfiguration {
  /// Calls `body` with the configuration in the form of the C library.
  func withLibraryForm<Result>(_ body: (inout jsStreamConfig) -> Result) -> Result {
    let strings = CStrings()
    var form = jsStreamConfig()
    jsStreamConfig_Init(&form)
    form.Name = strings.add(name)
    form.Storage = storage == .memory ? js_MemoryStorage : js_FileStorage
    form.Discard = whenFull == .refuse ? js_DiscardNew : js_DiscardOld
    form.Retention =
      switch retention {
      case .limits: js_LimitsPolicy
      case .interest: js_InterestPolicy
      case .workQueue: js_WorkQueuePolicy
      }
    form.Replicas = Int64(replicas)
    form.Duplicates = duplicateWindow.nanoseconds
    if let maximumMessages { form.MaxMsgs = maximumMessages }
    if let maximumMessagesPerSubject { form.MaxMsgsPerSubject = maximumMessagesPerSubject }
    if let maximumBytes { form.MaxBytes = maximumBytes }
    if let maximumMessageSize { form.MaxMsgSize = maximumMessageSize }
    if let maximumAge { form.MaxAge = maximumAge.nanoseconds }
    return strings.withArray(subjects) { pointers, count in
      form.Subjects = count == 0 ? nil : pointers
      form.SubjectsLen = count
      return body(&form)
    }
  }
}

/// What a durable log holds.
public struct StreamState: Sendable, Equatable {
  /// The number of messages.
  public let messages: UInt64

  /// Their size, in bytes.
  public let bytes: UInt64

  /// The number of the oldest message.
  public let firstSequence: UInt64

  /// The number of the newest message, or of the last that was there.
  public let lastSequence: UInt64

  /// The number of its consumers.
  public let consumers: Int

  /// The server that leads the log, in a cluster.
  public let leader: String?
}

extension StreamState {
  init(_ info: jsStreamInfo) {
    messages = info.State.Msgs
    bytes = info.State.Bytes
    firstSequence = info.State.FirstSeq
    lastSequence = info.State.LastSeq
    consumers = Int(info.State.Consumers)
    leader = info.Cluster.flatMap { $0.pointee.Leader }.map { String(cString: $0) }
  }
}
