// The texts of the pages that need no session, and of what every page has.
export { issueMessages } from '#contract/errors.en.ts'
export { callMessages } from './en/calls.ts'
export { secondFactorMessages } from './en/second-factor.ts'
export { shellMessages } from './en/shell.ts'
export { sessionMessages } from './en/sign-in.ts'
export { uiMessages } from './en/ui.ts'
