import { expect } from './visit.ts'

/** That a page comes to show what the API says: others open and answer tickets meanwhile, and the page follows by itself. */
export const soon = (sees: () => Promise<void>) => expect(sees).toPass({ timeout: 30_000 })
