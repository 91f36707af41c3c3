/** One way to spoil a field; `of` makes the spoilt value out of a valid one. `undefined` leaves the field out. */
export type Spoiling = { way: string; of: (value: unknown) => unknown }

/** A text with something in its middle. */
const inside = (value: unknown, piece: string) => `${String(value).slice(0, 2)}${piece}${String(value).slice(2)}`

/** A text made `length` characters long, and otherwise as it was. */
export const stretched = (value: unknown, length: number) => inside(value, 'a'.repeat(Math.max(0, length - String(value).length)))

/** What can be wrong with a text, in a body and in a query. `limit` is the most characters it may have; without one it is never long. */
export const spoiltTexts = (limit = 1_000): Spoiling[] => [
  { way: 'missing', of: () => undefined },
  { way: 'empty', of: () => '' },
  { way: 'blank', of: () => '   ' },
  { way: 'too long', of: value => stretched(value, limit + 1) },
  { way: 'with NUL', of: value => inside(value, '\0') },
  { way: 'with a bell', of: value => inside(value, '\u0007') },
  { way: 'with half a character', of: value => inside(value, '\ud83d') },
  { way: 'turned around', of: value => inside(value, '\u202e') },
  { way: 'on two lines', of: value => inside(value, '\r\n') },
  { way: 'like a path', of: value => `../../${value}` },
]

/** What a field of a query can be besides. */
export const spoiltParameters: Spoiling[] = [{ way: 'twice', of: value => [value, value] }]

/** What a field of a body can be besides, where `type` is the right one. */
export const spoiltTypes = (type: string): Spoiling[] =>
  [
    { way: 'null', type: 'null', of: () => null },
    { way: 'a number', type: 'integer', of: () => 7 },
    { way: 'a boolean', type: 'boolean', of: () => true },
    { way: 'an object', type: 'object', of: () => ({ toString: 'x' }) },
    { way: 'a list', type: 'array', of: () => [] },
    { way: 'a text', type: 'string', of: () => 'yedi' },
  ].filter(spoiling => spoiling.type !== type)

export const spoiltNumbers: Spoiling[] = [
  { way: 'missing', of: () => undefined },
  { way: 'zero', of: () => 0 },
  { way: 'negative', of: () => -1 },
  { way: 'broken', of: () => 1.5 },
  { way: 'past counting', of: () => 1e300 },
]

export const spoiltLists: Spoiling[] = [
  { way: 'missing', of: () => undefined },
  { way: 'empty', of: () => [] },
  { way: 'too many', of: value => [value, value].flat() },
  { way: 'of numbers', of: () => [7] },
  { way: 'of nothing', of: () => [null] },
  { way: 'of paths', of: () => ['../../etc/passwd'] },
  { way: 'of lists', of: value => [value] },
]
