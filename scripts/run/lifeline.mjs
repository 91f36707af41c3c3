// Loaded into the command that run.mjs started: when run.mjs is killed outright, the command still ends in an orderly way.
if (process.channel) {
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
