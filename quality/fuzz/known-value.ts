import fc from 'fast-check'

/** A value that is chosen only when the request is made: an id or another field of what is known by then. */
export class Known {
  readonly name: string
  /** which of them: from 0, the one seen last, to 1 */
  readonly at: number
  /** where nothing is known */
  readonly otherwise: unknown
  constructor(name: string, at: number, otherwise: unknown) {
    this.name = name
    this.at = at
    this.otherwise = otherwise
  }
  toString() {
    return `known ${this.name}`
  }
}

/** From 0 to 1, all alike: fast-check would begin with those close to either end. */
export const share = fc.noBias(fc.integer({ min: 0, max: 999 })).map(number => number / 1000)

export const known = (name: string, otherwise: fc.Arbitrary<unknown> = fc.uuid()) =>
  fc.tuple(share, otherwise).map(([at, value]) => new Known(name, at, value))
