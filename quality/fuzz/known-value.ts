import fc from 'fast-check'

/** A placeholder for an id or field of an earlier response, resolved when the request is sent. */
export class KnownValue {
  readonly name: string
  /** from 0, the latest, to 1 */
  readonly position: number
  /** used when nothing is known */
  readonly fallback: unknown
  constructor(name: string, at: number, otherwise: unknown) {
    this.name = name
    this.position = at
    this.fallback = otherwise
  }
  toString() {
    return `known ${this.name}`
  }
}

/** Uniform from 0 to 1, without fast-check's bias towards the ends. */
export const fraction = fc.noBias(fc.integer({ min: 0, max: 999 })).map(number => number / 1000)

export const known = (name: string, otherwise: fc.Arbitrary<unknown> = fc.uuid()) =>
  fc.tuple(fraction, otherwise).map(([at, value]) => new KnownValue(name, at, value))
