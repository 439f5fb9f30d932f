import ArgumentParser
import BenchSoak
import Foundation

extension StreamsBench {
  /// Whatever the flags say, a soak fails if its memory has grown: that is its purpose.
  func runSoak() throws {
    let report = try Soak(duration: .seconds(60 * minutes), isWanted: isWanted).run(show: show)
    guard report.faults.isEmpty else {
      FileHandle.standardError.write(Data((report.faults.joined(separator: "\n") + "\n").utf8))
      throw ExitCode.failure
    }
  }
}
