// The texts of the pages that are opened rarely.
export { auditNames } from '#contract/audit.tr.ts'
export { auditMessages } from './tr/audit.ts'
export { mailMessages } from './tr/mail.ts'
export { receivedMessages } from './tr/received.ts'
export { savedReplyMessages } from './tr/saved-replies.ts'
export { senderMessages } from './tr/sender.ts'
export { settingsMessages } from './tr/settings.ts'
export { teamMessages } from './tr/team.ts'
