// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "FilmBrowser",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "swift-streams", path: "../swift-streams")],
  targets: [
    .executableTarget(
      name: "FilmBrowser",
      dependencies: [
        .product(name: "Streams", package: "swift-streams"),
        .product(name: "StreamTesting", package: "swift-streams"),
      ]),
    .testTarget(
      name: "FilmBrowserTests",
      dependencies: [
        "FilmBrowser",
        .product(name: "Streams", package: "swift-streams"),
        .product(name: "StreamTesting", package: "swift-streams"),
      ]),
  ]
)
