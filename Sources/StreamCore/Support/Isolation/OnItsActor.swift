/// Calls a function on the actor that it belongs to: at once if there is none, or if this thread is on the main actor
/// and that is the one; otherwise in a task.
func onItsActor(_ function: @escaping @Sendable @isolated(any) () -> Void) -> @Sendable () -> Void {
  guard let actor = function.isolation else { return plainFunction(function) }
  let isOfMain = actor === MainActor.shared
  if isOfMain { noteMainThread() }
  return {
    if isOfMain, isOnMainActor() { plainFunction(function)() } else { Task.detached { await function() } }
  }
}
