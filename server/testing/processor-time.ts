/** In ms, what `work` takes of the processor: unlike the clock, it counts no other process. */
export function processorTimeOf(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}
