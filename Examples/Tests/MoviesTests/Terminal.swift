import Foundation
import Testing

/// A pseudo-terminal of 80 columns and 24 lines.
struct Terminal {
  /// The user's end: its screen and keyboard.
  let userSide: FileHandle

  /// The program's end.
  let programSide: FileHandle

  init() throws {
    var (user, program) = (Int32(), Int32())
    var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
    // Swift's overlay of the C library does not declare it.
    let symbol = try #require(dlsym(dlopen(nil, RTLD_NOW), "openpty"))
    let openpty = unsafeBitCast(symbol, to: OpenPTY.self)
    try #require(openpty(&user, &program, nil, nil, &size) == 0)
    userSide = FileHandle(fileDescriptor: user, closeOnDealloc: true)
    programSide = FileHandle(fileDescriptor: program, closeOnDealloc: true)
  }

  private typealias OpenPTY =
    @convention(c) (
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<CChar>?, UnsafeMutableRawPointer?,
      UnsafeMutablePointer<winsize>?
    ) -> Int32
}
