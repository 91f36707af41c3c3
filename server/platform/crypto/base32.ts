const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, 6, without padding. */
export const base32 = (bytes: Buffer) =>
  (
    [...bytes]
      .map(byte => byte.toString(2).padStart(8, '0'))
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map(bits => alphabet[Number.parseInt(bits.padEnd(5, '0'), 2)])
    .join('')
