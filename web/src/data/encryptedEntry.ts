/** The storage keys of a user's unsent input begin with this. */
export const userPrefix = (user: string) => `private:${user}:`

/** `box` is the encrypted value; `at` is when it was written, in ms; `isKept`: IndexedDB has it
 * too (keptMessages.ts). */
export type EncryptedEntry = { at: number; box: string; isKept?: boolean }

/** After it: there while files or messages of the user are kept (keptFiles.ts), so that few pages
 * load that. */
export const keptMarker = 'kept'

/** After it, for an outgoing message by its name: it is deleted, though it may still be kept. */
export const endedMarkerOf = (name: string) => `ended:${name.slice(name.lastIndexOf(':') + 1)}`
