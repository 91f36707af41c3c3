const ivBytes = 12
const tagBytes = 16
/** How much longer than its text an encrypted one is. */
export const sealedBytes = ivBytes + tagBytes

/** AES-GCM of the browser, for megabytes; only secure contexts have it. `material` is secret,
 * `info` what the key is for. `name` is authenticated: what is stored under one is not read
 * under another. */
export async function createCipher(material: Uint8Array<ArrayBuffer>, info: string) {
  const root = await crypto.subtle.importKey('raw', material, 'HKDF', false, ['deriveKey'])
  const cryptoKey = await crypto.subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array(),
      info: new TextEncoder().encode(info),
    },
    root,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
  const paramsOf = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(name),
  })
  return {
    async encrypt(bytes: BufferSource, name: string) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      return new Blob([iv, await crypto.subtle.encrypt(paramsOf(iv, name), cryptoKey, bytes)])
    },
    async decrypt(sealed: Blob, name: string) {
      const bytes = new Uint8Array(await sealed.arrayBuffer())
      const params = paramsOf(bytes.slice(0, ivBytes), name)
      return crypto.subtle.decrypt(params, cryptoKey, bytes.subarray(ivBytes))
    },
  }
}
