import type { NotificationKind } from '#contract/notifications.ts'

type Told = { kind: NotificationKind; actor: string | null }

/** The events of a mail about a ticket, the oldest first, without a closing that was taken back
 * before the mail began: of an answer that closed the ticket, the answer stays. */
export function withoutUndoneClosings<E extends Told>(events: readonly E[]): E[] {
  let kept: E[] = []
  for (const event of events) {
    const isUndone = ({ kind, actor }: E) =>
      event.kind === 'ticket.reopened' && actor === event.actor && kind in undone
    if (!kept.some(isUndone)) kept.push(event)
    else
      kept = kept.flatMap(each => {
        if (!isUndone(each)) return each
        const kind = undone[each.kind as keyof typeof undone]
        return kind ? { ...each, kind } : []
      })
  }
  return kept
}

/** As what they are told then; null: not at all. */
const undone = {
  'ticket.closed': null,
  'ticket.answeredAndClosed': 'ticket.answered',
} satisfies Partial<Record<NotificationKind, NotificationKind | null>>
