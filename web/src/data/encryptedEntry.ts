/** The storage keys of a user's unsent input begin with this. */
export const userPrefix = (user: string) => `private:${user}:`

/** `box` is the encrypted value; `at` is when it was written, in ms. */
export type EncryptedEntry = { at: number; box: string }

/** After it: there while files of the user are kept (keptFiles.ts), so that few pages load that. */
export const keptMarker = 'kept'
