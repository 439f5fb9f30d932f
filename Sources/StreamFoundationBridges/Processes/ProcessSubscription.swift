#if os(Linux) || os(macOS) || os(Windows)
  internal import Dispatch
  internal import Foundation
  internal import StreamCore
  internal import StreamFiles

  #if canImport(Darwin)
    internal import Darwin
  #elseif canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import Musl
  #endif

  /// The subscription of a downstream to a program's run.
  // Sendable: `state` is under its lock; all other mutable state belongs to the queue.
  final class ProcessSubscription<Downstream: Subscriber>: StageSubscription, ProcessOwner, @unchecked Sendable
  where Downstream.Failure == ProcessFailure {
    private struct State {
      var downstream: Downstream?
      var demand = Subscribers.Demand.none
    }

    private typealias Reader = (reader: DescriptorReader, make: (Data) -> ProcessPiece)

    let description: String
    private let state: Locked<State>

    /// Inactive until the handover ends, so that no signal overlaps with it (rule 3).
    private let queue = DispatchQueue(label: "StreamProcesses", attributes: .initiallyInactive)
    private let program: Publishers.ProcessOutput
    private let readsErrors: Bool
    private let makeElement: (ProcessPiece) -> Downstream.Input

    private var process: Process?
    private var hasStarted = false
    private var readers: [Reader] = []
    private var input: AnyCancellable?
    private var inputFailure: (any Error)?
    private var termination: Subscribers.Completion<ProcessFailure>?

    init(
      _ program: Publishers.ProcessOutput, _ description: String, readsErrors: Bool, downstream: Downstream,
      makeElement: @escaping (ProcessPiece) -> Downstream.Input
    ) {
      self.program = program
      self.description = description
      self.readsErrors = readsErrors
      self.makeElement = makeElement
      state = Locked(State(downstream: downstream))
    }

    // MARK: Downstream's side

    /// Ends the handover: downstream's `receive(subscription:)` has returned.
    func endHandover() {
      queue.activate()
    }

    func request(_ demand: Subscribers.Demand) {
      guard demand != .none else { return }
      state.withLock { $0.demand += demand }
      let owner: any ProcessOwner = self
      queue.async { owner.pump() }
    }

    func cancel() {
      guard end() != nil else { return }
      let owner: any ProcessOwner = self
      queue.async { owner.stop() }
    }

    /// - Returns: The downstream to complete; `nil` if the stream had ended before.
    private func end() -> Downstream? {
      state.withLock { $0.downstream.take() }
    }

    // MARK: On the queue

    func stop() {
      input = nil
      closeReaders()
      terminate()
    }

    /// The publisher of the input has failed: the program ends, and its end brings the failure.
    func inputFailed(_ error: any Error) {
      inputFailure = error
      terminate()
    }

    /// Asks the program to terminate, and ends it by force if it does not within two seconds.
    private func terminate() {
      guard let process = process.take(), process.isRunning else { return }
      // Foundation for Linux makes the process a group leader, and considers it running while a child that it left
      // behind is: so the whole group is signalled.
      let identifier = process.processIdentifier
      let target = getpgid(identifier) == identifier ? -identifier : identifier
      kill(target, SIGTERM)
      // The process object is retained until then, so its identifier is not reused before it is reaped.
      queue.asyncAfter(deadline: .now() + 2) {
        if process.isRunning { kill(target, SIGKILL) }
      }
    }

    func terminated(_ completion: Subscribers.Completion<ProcessFailure>) {
      termination = inputFailure.map { .failure(.input($0)) } ?? completion
      process = nil
      input = nil
      pump()
    }

    func pump() {
      guard state.withLock({ $0.downstream != nil && (hasStarted || $0.demand != .none) }) else { return }
      do {
        try startOnce()
      } catch {
        closeReaders()
        return complete(.failure(.notStarted(error)))
      }
      while let downstream = state.withLock({ $0.downstream }) {
        if readers.isEmpty {
          if let termination { complete(termination) }
          return
        }
        guard takeOne() else { return waitWithoutDemand() }
        guard let piece = read() else {
          state.withLock { $0.demand += 1 }
          if readers.isEmpty { continue }
          return waitUntilReadable()
        }
        let demand = downstream.receive(makeElement(piece))
        if demand != .none { state.withLock { $0.demand += demand } }
      }
    }

    private func takeOne() -> Bool {
      state.withLock { state in
        guard state.demand != .none else { return false }
        state.demand -= 1
        return true
      }
    }

    /// Reads a chunk from the pipes in alternation; closes those at their end.
    private func read() -> ProcessPiece? {
      var index = 0
      while index < readers.count {
        let (reader, make) = readers[index]
        switch reader.read(upTo: 65_536) {
        case .data(let data):
          readers.append(readers.remove(at: index))
          return make(data)
        case .notReady:
          index += 1
        case .end:
          reader.close()
          readers.remove(at: index)
        case .failure(let error):
          closeReaders()
          termination = .failure(.unreadable(error))
          terminate()
        }
      }
      return nil
    }

    private func waitUntilReadable() {
      let owner: any ProcessOwner = self
      for (reader, _) in readers { reader.whenReady { owner.pump() } }
    }

    /// Checks whether nothing is left to deliver: the completion needs no demand.
    private func waitWithoutDemand() {
      guard termination != nil, readers.allSatisfy({ $0.reader.isAtEnd }) else { return }
      closeReaders()
      if let termination { complete(termination) }
    }

    private func closeReaders() {
      for (reader, _) in readers { reader.close() }
      readers = []
    }

    private func complete(_ completion: Subscribers.Completion<ProcessFailure>) {
      end()?.receive(completion: completion)
    }

    private func startOnce() throws {
      guard !hasStarted else { return }
      hasStarted = true
      try checkPlaces()
      let process = Process()
      process.executableURL = program.executable
      process.arguments = program.arguments
      if let environment = program.environment { process.environment = environment }
      if let directory = program.currentDirectory { process.currentDirectoryURL = directory }
      let inputPipe = program.input.map { _ in newInputPipe() }
      process.standardInput = inputPipe ?? FileHandle.nullDevice
      var pipes = [openPipe { .output($0) }]
      process.standardOutput = pipes[0]
      if readsErrors {
        pipes.append(openPipe { .error($0) })
        process.standardError = pipes[1]
      }
      let owner: any ProcessOwner = self
      process.terminationHandler = { [queue] process in
        let completion = completion(of: process)
        process.terminationHandler = nil
        queue.async { owner.terminated(completion) }
      }
      do {
        try withNoSignalBlocked { try process.run() }
      } catch {
        // After a successful start, Foundation closes its ends by itself.
        for pipe in pipes { try? pipe.fileHandleForWriting.close() }
        try? inputPipe?.fileHandleForReading.close()
        try? inputPipe?.fileHandleForWriting.close()
        throw error
      }
      self.process = process
      guard let input = program.input, let handle = inputPipe?.fileHandleForWriting else { return }
      self.input = input.feed(handle) { [queue] error in queue.async { owner.inputFailed(error) } }
    }

    /// Checks for foreseeable errors: Foundation for Linux leaks a socket pair and the process object of a process that
    /// it could not start.
    private func checkPlaces() throws {
      let executable = program.executable.path
      guard FileManager.default.isExecutableFile(atPath: executable), !isFolder(executable) else {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: executable])
      }
      if let directory = program.currentDirectory?.path, !isFolder(directory) {
        throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: directory])
      }
    }

    private func isFolder(_ path: String) -> Bool {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }

    private func newInputPipe() -> Pipe {
      let pipe = Pipe()
      let end = pipe.fileHandleForWriting.fileDescriptor
      // A program that inherits this end would keep the input open.
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      return pipe
    }

    private func openPipe(make: @escaping (Data) -> ProcessPiece) -> Pipe {
      let pipe = Pipe()
      readers.append((DescriptorReader(owning: pipe.fileHandleForReading, queue: queue), make))
      return pipe
    }

    var mirrorChildren: KeyValuePairs<String, Any> { ["demand": state.value.demand] }
  }

  /// The non-generic interface called from the queue and the process: a subscriber's type need not be `Sendable`, so
  /// `@Sendable` closures must not capture the generic class.
  private protocol ProcessOwner: AnyObject, Sendable {
    func pump()
    func stop()
    func inputFailed(_ error: any Error)
    func terminated(_ completion: Subscribers.Completion<ProcessFailure>)
  }

  /// Runs `body` with an empty signal mask: a started program inherits the thread's mask, and the threads of a queue
  /// block nearly all signals, so SIGTERM would not end it.
  private func withNoSignalBlocked<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    #if os(Windows)
      try body()
    #else
      var none = sigset_t()
      var former = sigset_t()
      sigemptyset(&none)
      pthread_sigmask(SIG_SETMASK, &none, &former)
      defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
      try body()
    #endif
  }

  /// The completion for a process that has ended.
  private func completion(of process: Process) -> Subscribers.Completion<ProcessFailure> {
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { return .failure(.signalled(status)) }
    return status == 0 ? .finished : .failure(.exited(status: status))
  }
#endif
