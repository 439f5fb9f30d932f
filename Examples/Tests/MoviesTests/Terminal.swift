import Foundation
import Testing

/// A pseudo-terminal of 80 columns and 24 lines.
struct Terminal {
  /// The user's end: its screen and keyboard.
  let userSide: FileHandle

  /// The program's end.
  let programSide: FileHandle

  init() throws {
    let user = posix_openpt(O_RDWR | O_NOCTTY)
    try #require(user >= 0 && grantpt(user) == 0 && unlockpt(user) == 0)
    let program = open(try #require(ptsname(user)), O_RDWR | O_NOCTTY)
    try #require(program >= 0)
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    try #require(ioctl(program, UInt(TIOCSWINSZ), &size) == 0)
    userSide = FileHandle(fileDescriptor: user, closeOnDealloc: true)
    programSide = FileHandle(fileDescriptor: program, closeOnDealloc: true)
  }
}
