#if canImport(os)
  import os

  extension SignpostRecorder {
    /// A recorder that records signposts for the program Instruments, in the reducer's log.
    public static var system: SignpostRecorder {
      SignpostRecorder { signpost in
        let signposter = OSSignposter(logHandle: signpost.log)
        guard signposter.isEnabled else { return }
        let message = signpost.message
        let id = OSSignpostID(signpost.id)
        switch (signpost.name, signpost.phase) {
        case (.action, .begin): _ = signposter.beginInterval("Action", id: id, "\(message, privacy: .public)")
        case (.action, .end):
          signposter.endInterval("Action", .beginState(id: id), "\(message, privacy: .public)")
        case (.effect, .begin): _ = signposter.beginInterval("Effect", id: id, "\(message, privacy: .public)")
        case (.effect, .end):
          signposter.endInterval("Effect", .beginState(id: id), "\(message, privacy: .public)")
        case (.action, .event), (.effect, .event), (.output, _):
          signposter.emitEvent("Output", id: id, "\(message, privacy: .public)")
        }
      }
    }
  }
#endif
