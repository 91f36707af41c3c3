import * as z from 'zod/mini'
import { vendorTeam } from './actor.ts'
import { Done, id, line, somethingToChange, text } from './fields.ts'
import { attachments, File } from './files.ts'
import { choiceLimit, limits } from './limits.ts'
import { del, get, post } from './route.ts'

/** Of one user, and of the team. */
export const maxSavedReplies = 200

/** What is typed after `/`: letters, digits, `-` and `_`. */
const shortcode = line(limits.shortcode).check(
  z.overwrite(value => value.normalize()),
  z.regex(/^[\p{L}\p{M}\p{N}_-]*$/u, 'shortcode'),
)
const textInLanguage = text(limits.savedReply, 0)

/** A text of messages that recur, with placeholders (`contract/text/placeholders.ts`). */
export const SavedReply = z.object({
  _id: id,
  shortcode: z.string(),
  /** in each language, empty in at most one of them */
  turkish: z.string(),
  english: z.string(),
  /** the whole team sees and changes it; otherwise only the caller */
  isOfTeam: z.boolean(),
  /** a message of the team can name their ids among its files */
  files: z.array(File),
})
export type SavedReply = z.output<typeof SavedReply>

/** A text in at least one language. */
export const hasReplyText = z.refine<{
  turkish?: string | undefined
  english?: string | undefined
}>(({ turkish, english }) => turkish !== '' || english !== '', {
  error: 'replyWithoutText',
  path: ['turkish'],
})
export const NewSavedReply = z.object({
  shortcode,
  turkish: z._default(textInLanguage, ''),
  english: z._default(textInLanguage, ''),
  isOfTeam: z.boolean(),
  /** confirmed uploads of the caller, or files that the reply has */
  files: z._default(attachments, []),
})
export type NewSavedReply = z.output<typeof NewSavedReply>
const SavedReplyChange = z.partial(
  z.object({
    shortcode,
    turkish: textInLanguage,
    english: textInLanguage,
    isOfTeam: z.boolean(),
    files: attachments,
  }),
)
export type SavedReplyChange = z.output<typeof SavedReplyChange>

/** Audited where the team's are concerned. */
const choice = { rateLimits: [choiceLimit] } as const

export const savedReplies = {
  list: get('/staff/reply', {
    allow: vendorTeam,
    about: "The caller's saved replies and those of the team, by shortcode",
    returns: z.object({ replies: z.array(SavedReply) }),
  }),
  save: post('/staff/reply', {
    allow: vendorTeam,
    ...choice,
    about: `Save a reply under a shortcode, ${maxSavedReplies} of the caller and as many of the team`,
    body: NewSavedReply.check(hasReplyText),
    returns: SavedReply,
    creates: true,
  }),
  change: post('/staff/reply/:reply', {
    allow: vendorTeam,
    ...choice,
    about: 'Change a saved reply, or its shortcode, or who sees it',
    body: SavedReplyChange.check(somethingToChange, hasReplyText),
    returns: Done,
  }),
  remove: del('/staff/reply/:reply', {
    allow: vendorTeam,
    ...choice,
    about: 'Delete a saved reply',
    returns: Done,
  }),
}
