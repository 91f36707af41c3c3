/** A number from 0 to 1, which spreads the requests of many browsers. */
export const randomFraction = (): number =>
  (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
