import WeatherStation

@main
struct WeatherStationRound {
  static func main() async {
    await WeatherStation.run { print($0) }
  }
}
