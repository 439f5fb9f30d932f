internal import StreamCore
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A signal on which the report is written to standard error.
///
/// A handler of a signal may do next to nothing. So it writes a byte to a pipe, on which a thread waits.
enum ReportSignal {
  /// Takes the signal that `STREAMS_INSPECT_SIGNAL` names, if it does: `USR1`, `USR2` or a number.
  static func install() {
    guard let name = environmentVariable("STREAMS_INSPECT_SIGNAL") else { return }
    var ends: [Int32] = [-1, -1]
    guard let number = number(of: name), pipe(&ends) == 0 else {
      return writeToStandardError("STREAMS_INSPECT_SIGNAL=\(name): write USR1, USR2 or a number.\n")
    }
    let reading = ends[0]
    writingEnd.store(ends[1], ordering: .releasing)
    runInBackground {
      var byte: UInt8 = 0
      while read(reading, &byte, 1) == 1 { writeToStandardError(StreamInspector.report()) }
    }
    signal(number) { _ in
      // What is interrupted may be about to read its error.
      let error = errno
      var byte: UInt8 = 0
      _ = write(writingEnd.load(ordering: .acquiring), &byte, 1)
      errno = error
    }
  }

  private static func number(of name: String) -> Int32? {
    switch name {
    case "USR1", "SIGUSR1": SIGUSR1
    case "USR2", "SIGUSR2": SIGUSR2
    default: Int32(name)
    }
  }
}

private let writingEnd = Atomic<Int32>(-1)
