// Only these platforms can start a process.
#if os(Linux) || os(macOS) || os(Windows)
  public import Foundation
  public import StreamCore

  extension Process {
    /// Runs a program for each subscriber, and delivers its output.
    ///
    ///     request       --!-----!--!
    ///     downstream    ---o-----e--o--|
    ///
    /// - **Demand**: the program is started at the first demand. A chunk is read per requested element, without
    ///   read-ahead: without demand, the program blocks once its pipe is full.
    /// - **Completion**: finishes when the program has exited with status 0 and all output is delivered.
    /// - **Failure**: a ``ProcessFailure``, after all output.
    /// - **Threads**: delivers on a queue of the subscription's own; no thread blocks. Cancelling may be done on any
    ///   thread, and terminates the program.
    ///
    /// - Parameters:
    ///   - executable: The URL of the program.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: Its environment; by default that of this process.
    ///   - currentDirectory: Its working directory; by default that of this process.
    ///   - input: Its standard input, for each run; by default empty.
    /// - Returns: A publisher of the program's output; see `Publishers.ProcessOutput`.
    @_disfavoredOverload
    public static func outputPublisher(
      running executable: URL, arguments: [String] = [], environment: [String: String]? = nil,
      currentDirectory: URL? = nil, input: ProcessInput? = nil
    ) -> Publishers.ProcessOutput {
      Publishers.ProcessOutput(
        executable: executable, arguments: arguments, environment: environment, currentDirectory: currentDirectory,
        input: input)
    }
  }

  /// A chunk of a program's output.
  public enum ProcessPiece: Sendable, Equatable {
    /// From standard output.
    case output(Data)

    /// From standard error.
    case error(Data)
  }

  /// The failure of a program's run.
  public enum ProcessFailure: Error {
    /// It could not be started; Foundation's error.
    case notStarted(any Error)

    /// It ended with a status other than 0.
    case exited(status: Int32)

    /// It was terminated by a signal.
    case signalled(Int32)

    /// Its output could not be read.
    case unreadable(POSIXError)

    /// The publisher of its standard input has failed.
    case input(any Error)
  }

  /// A publisher that runs a program for each subscriber, and delivers the chunks of its standard output and standard
  /// error as they arrive.
  ///
  /// Its standard input is empty, unless it has an ``input``. `.standardOutput` is the output alone, for `lines()`.
  ///
  /// - **Demand**: the program is started at the first demand. A chunk is read per requested element, without
  ///   read-ahead: without demand, the program blocks once its pipe is full.
  /// - **Completion**: finishes when the program has exited with status 0 and all output is delivered; it needs no
  ///   demand.
  /// - **Failure**: a ``ProcessFailure``, after all output.
  /// - **Threads**: signals are delivered on a queue of the subscription's own; no thread blocks. Cancelling may be
  ///   done on any thread: the program, and on Linux its child processes too, gets SIGTERM, and SIGKILL two seconds
  ///   later if still running; it is reaped.
  public struct ProcessOutputPublisher: Publisher, ReleasingPublisher, Sendable {
    /// A chunk of the program's output: never empty, cut anywhere.
    public typealias Output = ProcessPiece

    /// The failure of the run.
    public typealias Failure = ProcessFailure

    /// The URL of the program.
    public let executable: URL

    /// The program's arguments, without its name.
    public let arguments: [String]

    /// The program's environment; that of this process, if `nil`.
    public let environment: [String: String]?

    /// The program's working directory; that of this process, if `nil`.
    public let currentDirectory: URL?

    /// The program's standard input; empty, if `nil`.
    public let input: ProcessInput?

    /// Creates a publisher of a program's output.
    ///
    /// - Parameters:
    ///   - executable: The URL of the program.
    ///   - arguments: Its arguments, without its name.
    ///   - environment: Its environment; by default that of this process.
    ///   - currentDirectory: Its working directory; by default that of this process.
    ///   - input: Its standard input, for each run; by default empty.
    public init(
      executable: URL, arguments: [String] = [], environment: [String: String]? = nil, currentDirectory: URL? = nil,
      input: ProcessInput? = nil
    ) {
      self.executable = executable
      self.arguments = arguments
      self.environment = environment
      self.currentDirectory = currentDirectory
      self.input = input
    }

    /// The program's standard output alone; its standard error is this process's.
    public var standardOutput: ProcessStandardOutputPublisher { ProcessStandardOutputPublisher(process: self) }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == ProcessPiece, S.Failure == ProcessFailure {
      let subscription = ProcessSubscription(
        self, "ProcessOutput", readsErrors: true, downstream: subscriber
      ) { $0 }
      subscriber.receive(subscription: subscription)
      subscription.endHandover()
    }
  }

  /// A publisher that runs a program for each subscriber, and delivers its standard output: see
  /// ``ProcessOutputPublisher/standardOutput``.
  public struct ProcessStandardOutputPublisher: Publisher, ReleasingPublisher, Sendable {
    /// A chunk of the program's output: never empty, cut anywhere.
    public typealias Output = Data

    /// The failure of the run.
    public typealias Failure = ProcessFailure

    /// The program.
    public let process: ProcessOutputPublisher

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Data, S.Failure == ProcessFailure {
      let subscription = ProcessSubscription(
        process, "ProcessStandardOutput", readsErrors: false, downstream: subscriber
      ) { piece in
        switch piece {
        case .output(let data), .error(let data): data
        }
      }
      subscriber.receive(subscription: subscription)
      subscription.endHandover()
    }
  }

  extension PublisherNames {
    /// ``ProcessOutputPublisher``, under a short name that a client's own type overrides.
    public typealias ProcessOutput = ProcessOutputPublisher

    /// ``ProcessStandardOutputPublisher``, under a short name that a client's own type overrides.
    public typealias ProcessStandardOutput = ProcessStandardOutputPublisher
  }
#endif
