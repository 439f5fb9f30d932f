internal import Dispatch
public import Foundation
public import StreamCore

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

extension Publisher where Output: DataProtocol & Sendable {
  /// Writes what comes into a file, a pipe or a socket, from where the handle stands, and asks for the next piece when
  /// one is written.
  ///
  ///     upstream      --d-----d--|
  ///     write(to: handle)
  ///
  /// - **Demand**: one piece at a time.
  /// - **Completion**: `receiveCompletion` is called with `.finished` when all is written. The handle is not closed.
  /// - **Failure**: passed to `receiveCompletion` after what came before is written; a write that fails cancels upstream
  ///   and is a `POSIXError`. A pipe that nobody reads any longer is `.EPIPE`, and no signal.
  /// - **Threads**: writes are made, and `receiveCompletion` is called, on a queue of the writer's own. After a cancel,
  ///   which may come from any thread, at most the piece under way is written.
  ///
  /// - Parameters:
  ///   - handle: Where to write.
  ///   - receiveCompletion: Called once, at the end; not after a cancel.
  /// - Returns: What cancels the writing, when it is cancelled or released.
  @preconcurrency
  @_disfavoredOverload
  public func write(
    to handle: FileHandle,
    receiveCompletion: @escaping @Sendable (Subscribers.Completion<any Error>) -> Void
  ) -> AnyCancellable {
    let writer = FileWriter<Output, Failure>(handle: handle, receiveCompletion: receiveCompletion)
    subscribe(writer)
    return AnyCancellable(writer)
  }
}

/// Writes pieces, one at a time.
// Sendable: everything is under the lock but what never changes.
private final class FileWriter<Input: DataProtocol & Sendable, Failure: Error>: Subscriber, ConcurrentCancellable,
  SubscriptionDescription, @unchecked Sendable
{
  private struct State {
    var upstream = UpstreamState.awaitingSubscription
    var receiveCompletion: (@Sendable (Subscribers.Completion<any Error>) -> Void)?
    var isCancelled = false
  }

  private let state: Locked<State>
  private let queue = DispatchQueue(label: "StreamFiles.write")
  private let handle: FileHandle

  var description: String { "FileWriter" }

  init(handle: FileHandle, receiveCompletion: @escaping @Sendable (Subscribers.Completion<any Error>) -> Void) {
    self.handle = handle
    var state = State()
    state.receiveCompletion = receiveCompletion
    self.state = Locked(state)
  }

  func receive(subscription: any Subscription) {
    let isWanted = state.withLock { !$0.isCancelled && $0.upstream.attach(subscription) }
    if isWanted { subscription.request(.max(1)) } else { subscription.cancel() }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guard state.withLock({ $0.upstream.isActive }) else { return .none }
    queue.async { [self] in write(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    guard state.withLock({ $0.upstream.terminate() }) != nil else { return }
    queue.async { [self] in end(completion.widened) }
  }

  func cancel() {
    let (upstream, released) = state.withLock { state in
      state.isCancelled = true
      return (state.upstream.terminate(), state.receiveCompletion.take())
    }
    upstream?.cancel()
    withExtendedLifetime(released) {}
  }

  private func write(_ input: Input) {
    // The completion may have come meanwhile: what came before it is written all the same.
    guard !state.withLock({ $0.isCancelled }) else { return }
    for region in input.regions {
      if let error = region.withUnsafeBytes({ writeAll($0, to: handle.fileDescriptor) }) {
        let upstream = state.withLock { $0.upstream.terminate() }
        upstream?.cancel()
        return end(.failure(error))
      }
    }
    state.withLock { $0.upstream.subscription }?.request(.max(1))
  }

  private func end(_ completion: Subscribers.Completion<any Error>) {
    state.withLock { $0.receiveCompletion.take() }?(completion)
  }
}

/// Writes all bytes, waiting where that is needed.
///
/// - Returns: Why that was impossible, if it was.
private func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> POSIXError? {
  withoutBrokenPipeSignal {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
        continue
      }
      switch errno {
      case EINTR:
        continue
      case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, -1)
      default:
        return POSIXError(currentErrorNumber: errno)
      }
    }
    return nil
  }
}

/// Keeps the signal that ends a process which writes into a broken pipe from this thread.
private func withoutBrokenPipeSignal<Result>(_ body: () -> Result) -> Result {
  var pipeSignal = sigset_t()
  var former = sigset_t()
  var pending = sigset_t()
  sigemptyset(&pipeSignal)
  sigaddset(&pipeSignal, SIGPIPE)
  sigpending(&pending)
  let wasPending = sigismember(&pending, SIGPIPE) == 1
  pthread_sigmask(SIG_BLOCK, &pipeSignal, &former)
  defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
  let result = body()
  sigpending(&pending)
  if !wasPending, sigismember(&pending, SIGPIPE) == 1 {
    // It is pending for this thread: taken, not delivered.
    var taken: Int32 = 0
    sigwait(&pipeSignal, &taken)
  }
  return result
}
