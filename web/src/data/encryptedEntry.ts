/** The storage keys of a user's unsent input begin with this. */
export const userPrefix = (user: string) => `private:${user}:`

/** `box` is the encrypted value; `at` is when it was written, in ms. */
export type EncryptedEntry = { at: number; box: string }
