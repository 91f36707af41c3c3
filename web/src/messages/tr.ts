// The texts of the pages that need no session, and of what every page has.
export { issueMessages } from '#contract/errors.tr.ts'
export { callMessages } from './tr/calls.ts'
export { secondFactorMessages } from './tr/second-factor.ts'
export { shellMessages } from './tr/shell.ts'
export { sessionMessages } from './tr/sign-in.ts'
export { uiMessages } from './tr/ui.ts'
