package import StreamCore
private import Synchronization

/// Receives the failures that no subscriber does, in the whole process.
///
///     FailureHook.install { log.error("\($0)") }     // IgnoreFailure at App/Feed.swift:12 ignored a failure: offline
///
/// Each of these failures is reported once:
///
/// - one that `sinkReportingFailure` or `ignoreFailure` receives;
/// - one of a child of `flatMapSkippingFailures`, or of the closure of `tryMapSkippingFailures`, if the operator has no
///   `onFailure` of its own;
/// - a late one, which reaches a stage after its stream has ended or been cancelled. Two merged publishers that fail at
///   the same time on two threads are the usual case: downstream receives one failure, the hook the other. A publisher
///   that fails from inside its cancel is another. Reported are the failures of operators with several publishers
///   (`merge`, `flatMap`, `zip`, `combineLatest`, `switchToLatest`, `race`, `append`, `catch`, `retry`,
///   `prefix(untilOutputFrom:)` and their kin), of those that queue (`buffer`), and of those that may end a stream by
///   themselves (`first`, `prefix`, `tryMap`, `reduce` and their kin);
/// - one that waits when downstream cancels: behind queued elements, as in `buffer`, or for the end of other
///   publishers, as in `mergeDelayingFailures` and its kin.
///
/// Not reported are late failures at stages without a state (`map`), at stages of schedulers and tasks (`receive(on:)`,
/// `delay`, `rateLimited`, `asyncMap`), at guards (`circuitBreaker`, `bulkhead`, `using`, `Action`), at `partition`, at
/// subjects and at sinks; nor those of a publisher that only triggers (`prefix(untilOutputFrom:)`), which the operator
/// ignores as Combine does. What a client's publisher sends after its `cancel()` has returned reaches no stage. A
/// publisher of the toolkit sends nothing after a cancel, so that cancelling is silent.
///
/// Values, and failures that are not reported, cost nothing. A reported failure costs one read of memory if there is no
/// handler. A debug build begins with ``defaultHandler``, a release build with none.
public enum FailureHook {
  /// A closure that receives a report of each failure.
  public typealias Handler = @Sendable (UnhandledFailure) -> Void

  /// The handler that is installed at first.
  ///
  /// In a debug build it prints a line on standard error: one for each operator and place, so that a stream which fails
  /// again and again does not flood it. In a release build there is none. What counts is how this package is built:
  /// SwiftPM builds it as the program.
  public static var defaultHandler: Handler? {
    #if DEBUG
      return { printer.print($0, from: $0.place, hook: "FailureHook") }
    #else
      return nil
    #endif
  }

  /// Installs a handler, in place of the one before; `nil` removes it.
  ///
  /// A test that expects failures uses `FailureRecorder` of StreamTesting instead, which replaces no handler.
  ///
  /// - Parameter handler: Called where the failure arrives, outside of locks; several threads may call it at a time.
  public static func install(_ handler: Handler?) {
    handlers.install(handler)
  }

  /// Adds a handler beside the installed one until the result is cancelled or released.
  ///
  /// - Parameter handler: Called as the installed one.
  /// - Returns: Removes the handler.
  package static func observe(_ handler: @escaping Handler) -> AnyCancellable {
    handlers.observe(handler)
  }

  /// Reports a failure to the handlers, if there are any.
  ///
  /// - Parameter failure: Evaluated only if there is a handler.
  @usableFromInline
  package static func report(_ failure: @autoclosure () -> UnhandledFailure) {
    if isPresent.load(ordering: .acquiring) { handlers.report { knowingLine(failure()) } }
  }

  /// Reports a failure that an operator takes and passes to no one.
  @usableFromInline
  package static func report(ignored error: some Error, by operatorName: StageName, at site: StreamSite?) {
    report(UnhandledFailure(error: error, operatorName: "\(operatorName)", reason: .ignored, site: site))
  }

  /// Reports a completion that comes too late to be passed on, if it is a failure.
  ///
  /// - Parameters:
  ///   - completion: The completion.
  ///   - stage: The stage that has ended, or its subscription.
  ///   - site: The operator's source location.
  @usableFromInline
  package static func report<Failure>(
    late completion: Subscribers.Completion<Failure>, at stage: some CustomStringConvertible, site: StreamSite? = nil
  ) {
    guard case .failure(let error) = completion else { return }
    report(UnhandledFailure(error: error, operatorName: stage.description, reason: .late, site: site))
  }
}

private func knowingLine(_ failure: UnhandledFailure) -> UnhandledFailure {
  var failure = failure
  failure.findLine = InspectionHook.line()
  return failure
}

#if DEBUG
  private let isPresent = Atomic(true)
#else
  private let isPresent = Atomic(false)
#endif
private let handlers = HookHandlers<UnhandledFailure>(FailureHook.defaultHandler) {
  isPresent.store($0, ordering: .releasing)
}
private let printer = OncePrinter()
