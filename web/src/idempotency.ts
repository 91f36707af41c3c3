/** A new Idempotency-Key: whatever is sent under it, however often, happens once. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
