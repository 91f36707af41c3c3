// The texts of the pages that are opened rarely.
export { auditNames } from '#contract/audit.en.ts'
export { auditMessages } from './en/audit.ts'
export { mailMessages } from './en/mail.ts'
export { receivedMessages } from './en/received.ts'
export { savedReplyMessages } from './en/saved-replies.ts'
export { senderMessages } from './en/sender.ts'
export { settingsMessages } from './en/settings.ts'
export { teamMessages } from './en/team.ts'
