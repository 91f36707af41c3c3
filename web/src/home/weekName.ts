import type { Week } from '#contract/home.ts'
import { formatShortDay } from '../ui/text/format.ts'

/** `16 Kas – 22 Kas`: a week from Monday to Sunday. */
export function weekName({ start }: Week) {
  const sunday = new Date(Date.parse(start) + 6 * 86_400_000).toISOString().slice(0, 10)
  return `${formatShortDay(start)} – ${formatShortDay(sunday)}`
}
