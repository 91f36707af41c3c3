import type { LiveNotice } from './notice.ts'

type Retained = { notice: LiveNotice; text: string; until: number }

/** The notices with `retain` that have not expired, by topic. */
export function createRetained() {
  const topics = new Map<string, Map<string, Retained>>()
  const nameOf = (vendorId: string, topic: string) => `${vendorId} ${topic}`
  const isLive = ({ until }: Retained) => until > performance.now()
  return {
    /** Whether the notice differs from the one that it replaces. */
    keep(notice: LiveNotice): boolean {
      const { retain, ...rest } = notice
      if (!retain) return true
      const name = nameOf(notice.vendor, retain.topic)
      const topic = topics.get(name) ?? new Map<string, Retained>()
      const previous = topic.get(retain.key)
      const text = JSON.stringify(rest)
      if (retain.seconds > 0)
        topics.set(
          name,
          topic.set(retain.key, {
            notice,
            text,
            until: performance.now() + retain.seconds * 1_000,
          }),
        )
      else topic.delete(retain.key)
      const wasLive = previous !== undefined && isLive(previous)
      return retain.seconds > 0 ? !wasLive || previous.text !== text : wasLive
    },
    read(vendorId: string, topic: string) {
      const entries = [...(topics.get(nameOf(vendorId, topic))?.values() ?? [])].filter(isLive)
      return entries.map(({ notice, until }) => ({
        notice,
        seconds: (until - performance.now()) / 1_000,
      }))
    },
    sweep() {
      for (const [name, topic] of topics) {
        for (const [key, entry] of topic) if (!isLive(entry)) topic.delete(key)
        if (topic.size === 0) topics.delete(name)
      }
    },
  }
}
