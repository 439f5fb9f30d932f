internal import StreamCore

/// A pipeline whose types are erased.
struct LawPipeline: Sendable {
  let attach: @Sendable (Law.Upstream, LawRun, LawRecorder) -> Void

  init<P: Publisher>(_ make: @escaping @Sendable (Law.Upstream, LawRun) -> P) {
    attach = { upstream, run, recorder in
      make(upstream, run).subscribe(LawSubscriber<P.Output, P.Failure>(recorder: recorder))
    }
  }
}
