// Preloaded into a child process: when its parent is killed, the
// IPC channel closes and the child shuts down as on SIGTERM.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
