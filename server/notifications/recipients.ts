import {
  defaultScope,
  isOfTeamOnly,
  type NotificationKind,
  type NotificationScope,
  notificationRules,
  type Preference,
  type Relation,
} from '#contract/notifications.ts'

export type Candidate = {
  userId: string
  isTeam: boolean
  isAuthor: boolean
  isAssignee: boolean
  /** whether they snoozed it last; of an event that tells of it */
  isSnoozer: boolean
  /** whether the note of the event mentions them */
  isMentioned: boolean
  hasWritten: boolean
  /** null: neither followed nor muted */
  follows: boolean | null
  /** null: the default */
  scope: NotificationScope | null
  companies: string[] | null
  mail: boolean | null
  browser: boolean | null
  isUndeliverable: boolean
}
/** `isTaken`: a present member of the vendor's team is assigned
 * to it, follows it, or has answered and not muted it. */
export type TicketState = { company: string; isTaken: boolean }
/** Of an event about a `note` the team alone is told. */
export type NotificationEvent = {
  kind: NotificationKind
  actor: string | null
  note: string | null
}

/** Why a user is told of a ticket. */
export type Reason = 'mentioned' | 'assignee' | 'participant' | 'team'

/** Who of the candidates is told of an event, whether by mail, and why. */
export const recipientsOf = (
  event: NotificationEvent,
  ticket: TicketState,
  candidates: Candidate[],
) =>
  candidates
    .filter(
      candidate =>
        candidate.userId !== event.actor &&
        (candidate.isTeam || event.note === null) &&
        isConcerned(event.kind, ticket, candidate),
    )
    .map(candidate => ({ ...candidate, ...preferenceOf(event.kind, candidate) }))
    .filter(({ mail, browser }) => mail || browser)
    .map(candidate => ({
      userId: candidate.userId,
      mail: candidate.mail && !candidate.isUndeliverable,
      browser: candidate.browser,
      reason: reasonOf(candidate),
    }))

function reasonOf(candidate: Candidate): Reason {
  const { isAssignee, isSnoozer, isMentioned, isAuthor, hasWritten, follows } = candidate
  if (isMentioned) return 'mentioned'
  if (isAssignee) return 'assignee'
  return isSnoozer || isAuthor || hasWritten || follows ? 'participant' : 'team'
}

export const isConcerned = (kind: NotificationKind, ticket: TicketState, candidate: Candidate) =>
  (candidate.follows !== false || notificationRules[kind].isPersonal) &&
  (candidate.isTeam || !isOfTeamOnly(kind)) &&
  // of a note that mentions them they are told so already
  !(kind === 'ticket.noted' && candidate.isMentioned) &&
  notificationRules[kind].relations.some(relation => isRelated[relation](candidate, ticket))

const isRelated: Record<Relation, (candidate: Candidate, ticket: TicketState) => boolean> = {
  author: ({ isAuthor }) => isAuthor,
  writer: ({ hasWritten }) => hasWritten,
  follower: ({ follows }) => follows === true,
  assignee: ({ isAssignee }) => isAssignee,
  snoozer: ({ isSnoozer }) => isSnoozer,
  mentioned: ({ isMentioned }) => isMentioned,
  team: isInScope,
}

function isInScope(
  { isTeam, isAssignee, hasWritten, follows, scope, companies }: Candidate,
  ticket: TicketState,
): boolean {
  if (!isTeam) return false
  switch (scope ?? defaultScope) {
    case 'all':
      return true
    case 'mine':
      return isAssignee || hasWritten || follows === true || !ticket.isTaken
    case 'companies':
      return companies?.includes(ticket.company) ?? false
  }
}

export const preferenceOf = (
  kind: NotificationKind,
  { mail, browser }: { mail: boolean | null; browser: boolean | null },
): Omit<Preference, 'kind'> => ({
  mail: mail ?? notificationRules[kind].defaults.mail,
  browser: browser ?? notificationRules[kind].defaults.browser,
})
