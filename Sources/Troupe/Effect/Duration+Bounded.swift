extension Duration {
  /// The duration, or a hundred years, where it is longer: clocks can't add much more to the time that it is.
  var bounded: Duration { min(self, .seconds(3_155_760_000)) }
}
