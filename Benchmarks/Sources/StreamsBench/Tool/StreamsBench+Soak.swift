import ArgumentParser
import BenchSoak
import Foundation

extension StreamsBench {
  /// Whatever the flags say, a soak fails if its memory has grown: that is its purpose.
  func runSoak() throws {
    startAnewWithoutCaches()
    let report = try Soak(duration: .seconds(60 * minutes), isWanted: isWanted).run(show: show)
    guard report.faults.isEmpty else {
      FileHandle.standardError.write(Data((report.faults.joined(separator: "\n") + "\n").utf8))
      throw ExitCode.failure
    }
  }

  /// Has the C library keep no freed blocks for each thread, which it would count as in use: so a small leak is seen.
  /// That is read when a program starts. Where it cannot be, the soak goes on as it is.
  private func startAnewWithoutCaches() {
    #if canImport(Glibc)
      let variable = "GLIBC_TUNABLES"
      guard getenv(variable) == nil else { return }
      setenv(variable, "glibc.malloc.tcache_count=0", 1)
      let arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv("/proc/self/exe", arguments)
      for argument in arguments { free(argument) }
    #endif
  }
}
