let plugin = Plugin(macros: [:])
let channel = Channel()
while let request = channel.receive() {
  guard channel.send(plugin.answer(request)) else { break }
}
