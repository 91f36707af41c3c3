import type { Week } from '#contract/home.ts'
import { homeMessages as t } from '../messages/current.ts'
import { formatShortDay } from '../ui/text/format.ts'

/** `16 Kas – 22 Kas`: a week from Monday to Sunday. The last of `weeks` is not over yet. */
export function weekName({ start }: Week, weeks: readonly Week[]) {
  const sunday = new Date(Date.parse(start) + 6 * 86_400_000).toISOString().slice(0, 10)
  const name = `${formatShortDay(start)} – ${formatShortDay(sunday)}`
  return start === weeks.at(-1)?.start ? t.unfinishedWeek(name) : name
}
