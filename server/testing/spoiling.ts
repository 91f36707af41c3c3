/** Makes an invalid value out of a valid one; `undefined` leaves the field out. */
export type Spoiling = { way: string; of: (value: unknown) => unknown }

const insertInside = (value: unknown, piece: string) => `${String(value).slice(0, 2)}${piece}${String(value).slice(2)}`

export const stretched = (value: unknown, length: number) => insertInside(value, 'a'.repeat(Math.max(0, length - String(value).length)))

/** Invalid texts, in a body and in a query; `limit` is the maximum length. */
export const spoiltTexts = (limit = 1_000): Spoiling[] => [
  { way: 'missing', of: () => undefined },
  { way: 'empty', of: () => '' },
  { way: 'blank', of: () => '   ' },
  { way: 'too long', of: value => stretched(value, limit + 1) },
  { way: 'with NUL', of: value => insertInside(value, '\0') },
  { way: 'with a bell', of: value => insertInside(value, '\u0007') },
  { way: 'with half a character', of: value => insertInside(value, '\ud83d') },
  { way: 'turned around', of: value => insertInside(value, '\u202e') },
  { way: 'on two lines', of: value => insertInside(value, '\r\n') },
  { way: 'like a path', of: value => `../../${value}` },
]

export const spoiltParameters: Spoiling[] = [{ way: 'twice', of: value => [value, value] }]

/** Values of any other JSON type than `type`. */
export const spoiltTypes = (type: string): Spoiling[] => {
  const all: (Spoiling & { type: string })[] = [
    { way: 'null', type: 'null', of: () => null },
    { way: 'a number', type: 'integer', of: () => 7 },
    { way: 'a boolean', type: 'boolean', of: () => true },
    { way: 'an object', type: 'object', of: () => ({ toString: 'x' }) },
    { way: 'a list', type: 'array', of: () => [] },
    { way: 'a text', type: 'string', of: () => 'yedi' },
  ]
  return all.filter(spoiling => spoiling.type !== type)
}

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
