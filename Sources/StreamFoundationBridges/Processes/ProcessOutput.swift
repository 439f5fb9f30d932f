// A process can be started on Linux and macOS alone.
#if os(Linux) || os(macOS) || os(Windows)
  public import Foundation
  public import StreamCore

  extension Process {
    /// Runs a program for each subscriber, and delivers what it writes.
    ///
    ///     request       --!-----!--!
    ///     downstream    ---o-----e--o--|
    ///
    /// - Parameters:
    ///   - executable: The program's file.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: Its environment; this process's, if none is given.
    ///   - currentDirectory: Where it runs; where this process does, if nowhere is given.
    /// - Returns: A publisher of what the program writes; see `Publishers.ProcessOutput`.
    @_disfavoredOverload
    public static func outputPublisher(
      running executable: URL, arguments: [String] = [], environment: [String: String]? = nil,
      currentDirectory: URL? = nil
    ) -> Publishers.ProcessOutput {
      Publishers.ProcessOutput(
        executable: executable, arguments: arguments, environment: environment, currentDirectory: currentDirectory)
    }
  }

  /// A piece of what a program writes.
  public enum ProcessPiece: Sendable, Equatable {
    /// Of its standard output.
    case output(Data)

    /// Of its standard error.
    case error(Data)
  }

  /// Why a program's run is a failure.
  public enum ProcessFailure: Error {
    /// It could not be started, for the reason that Foundation gives.
    case notStarted(any Error)

    /// It ended with a status other than 0.
    case exited(status: Int32)

    /// It was ended by a signal.
    case signalled(Int32)

    /// What it writes could not be read.
    case unreadable(POSIXError)
  }

  /// A publisher that runs a program for each subscriber, and delivers what it writes to its standard output and
  /// standard error as it comes.
  ///
  /// Its standard input is empty. `.standardOutput` is the output alone, for `lines()`.
  ///
  /// - **Demand**: the program is started at the first demand. A piece is read when one is asked for, and nothing ahead:
  ///   a program whose output nobody asks for waits once its pipe is full.
  /// - **Completion**: finishes when the program has exited with status 0 and all that was written is delivered, with no
  ///   demand for it.
  /// - **Failure**: a ``ProcessFailure``, after all that was written.
  /// - **Threads**: signals come on a queue of the subscription's own; no thread waits. Cancelling may be done on any
  ///   thread: the program, and on Linux what it started too, is sent SIGTERM, and SIGKILL two seconds later if it is
  ///   there still; its process is reaped.
  public struct ProcessOutputPublisher: Publisher, ReleasingPublisher, Sendable {
    /// A piece of what the program writes: never empty, cut anywhere.
    public typealias Output = ProcessPiece

    /// Why the run is a failure.
    public typealias Failure = ProcessFailure

    /// The program's file.
    public let executable: URL

    /// The program's arguments, without its name.
    public let arguments: [String]

    /// The program's environment; this process's, if `nil`.
    public let environment: [String: String]?

    /// Where the program runs; where this process does, if `nil`.
    public let currentDirectory: URL?

    /// Makes a publisher of what a program writes.
    ///
    /// - Parameters:
    ///   - executable: The program's file.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: Its environment; this process's, if none is given.
    ///   - currentDirectory: Where it runs; where this process does, if nowhere is given.
    public init(
      executable: URL, arguments: [String] = [], environment: [String: String]? = nil, currentDirectory: URL? = nil
    ) {
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
      self.currentDirectory = currentDirectory
    }

    /// What the program writes to its standard output alone; its standard error is this process's.
    public var standardOutput: ProcessStandardOutputPublisher { ProcessStandardOutputPublisher(process: self) }

    /// Attaches `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == ProcessPiece, S.Failure == ProcessFailure {
      let subscription = ProcessSubscription(
        self, "ProcessOutput", readsErrors: true, downstream: subscriber
      ) { $0 }
      subscriber.receive(subscription: subscription)
      subscription.attached()
    }
  }

  /// A publisher that runs a program for each subscriber, and delivers its standard output: see
  /// ``ProcessOutputPublisher/standardOutput``.
  public struct ProcessStandardOutputPublisher: Publisher, ReleasingPublisher, Sendable {
    /// A piece of what the program writes: never empty, cut anywhere.
    public typealias Output = Data

    /// Why the run is a failure.
    public typealias Failure = ProcessFailure

    /// The program.
    public let process: ProcessOutputPublisher

    /// Attaches `subscriber`.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == ProcessFailure {
      let subscription = ProcessSubscription(
        process, "ProcessStandardOutput", readsErrors: false, downstream: subscriber
      ) { piece in
        switch piece {
        case .output(let data), .error(let data): data
        }
      }
      subscriber.receive(subscription: subscription)
      subscription.attached()
    }
  }

  extension PublisherNames {
    /// ``ProcessOutputPublisher``, by the short name that gives way to a type of a client.
    public typealias ProcessOutput = ProcessOutputPublisher

    /// ``ProcessStandardOutputPublisher``, by the short name that gives way to a type of a client.
    public typealias ProcessStandardOutput = ProcessStandardOutputPublisher
  }
#endif
