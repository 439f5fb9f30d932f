// Runs the samples, and checks on which executor their closures ran.
import Foundation
import Streams

// Timers need the main run loop, which a program with an asynchronous main does not run.
Task { @MainActor in
  await checkViewModels()
  await checkActors()
  await checkThreads()
  await checkCaptures()
  await checkStores()
  await checkLoops()
  exit(failures > 0 ? 1 : 0)
}
RunLoop.main.run()
