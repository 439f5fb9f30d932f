package import StreamCore
private import Synchronization

/// Receives a report of each element that an operator or a subject drops, in the whole process.
///
/// A debug build begins with ``defaultHandler``, a release build with none; then a drop costs one read of memory more.
/// An element that is not dropped costs nothing. ``FailureHook`` is its sibling for failures.
///
///     DropHook.install { print($0) }      // Buffer at App/Feed.swift:12 dropped 1: overflow
public enum DropHook {
  /// A closure that receives a report of each dropped element.
  public typealias Handler = @Sendable (DropReport) -> Void

  /// The handler that is installed at first.
  ///
  /// In a debug build it prints a line on standard error for the first drop of each operator and place. Subjects with
  /// Combine's initialisers do not know their place: of these it prints the first drop of each kind. In a release build
  /// there is none. What counts is how this package is built: SwiftPM builds it as the program.
  public static var defaultHandler: Handler? {
    #if DEBUG
      return { printer.print($0, from: $0.place, hook: "DropHook") }
    #else
      return nil
    #endif
  }

  /// Installs a handler, in place of the one before; `nil` removes it.
  ///
  /// - Parameter handler: Called on the thread that drops, outside of locks; several threads may call it at a time.
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

  /// Reports dropped elements to the handlers, if there are any.
  ///
  /// - Parameter report: Evaluated only if there is a handler.
  @usableFromInline
  package static func report(_ report: @autoclosure () -> DropReport) {
    if isPresent.load(ordering: .acquiring) { handlers.report { report().knowingLine() } }
  }

  /// Reports an element beyond the demand. Not inlined: it stands on the paths of values, which do not take it.
  ///
  /// - Parameters:
  ///   - operatorName: The name of the operator, as its subscription describes itself.
  ///   - site: The operator's source location, if known.
  @usableFromInline
  @inline(never)
  package static func reportBeyondDemand(_ operatorName: @autoclosure () -> String, at site: StreamSite? = nil) {
    report(DropReport(operatorName: operatorName(), reason: .beyondDemand, site: site))
  }
}

#if DEBUG
  private let isPresent = Atomic(true)
#else
  private let isPresent = Atomic(false)
#endif
private let printer = OncePrinter()
private let handlers = HookHandlers<DropReport>(DropHook.defaultHandler) { hasHandler in
  isPresent.store(hasHandler, ordering: .releasing)
  // Subjects are in the kernel, which has a hook of its own.
  UnrequestedValueHook.install(hasHandler ? reportUnrequested : nil)
}
private let reportUnrequested: @Sendable (StageName, AnyObject) -> Void = { name, subscription in
  var report = DropReport(operatorName: name.description, reason: .beyondDemand)
  report.findLine = InspectionHook.line(of: subscription, dropping: 1) ?? { nil }
  DropHook.report(report)
}
