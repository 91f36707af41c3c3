/** Makes an invalid value out of a valid one; `undefined` leaves the field out. */
export type Mutation = { name: string; apply: (value: unknown) => unknown }

const insertInside = (value: unknown, piece: string) =>
  `${String(value).slice(0, 2)}${piece}${String(value).slice(2)}`

export const padTo = (value: unknown, length: number) =>
  insertInside(value, 'a'.repeat(Math.max(0, length - String(value).length)))

/** Invalid texts, in a body and in a query; `limit` is the maximum length. */
export const textMutations = (limit = 1_000): Mutation[] => [
  { name: 'missing', apply: () => undefined },
  { name: 'empty', apply: () => '' },
  { name: 'blank', apply: () => '   ' },
  { name: 'unseen', apply: () => '\u200b\u3164\u00a0' },
  { name: 'too long', apply: value => padTo(value, limit + 1) },
  { name: 'with NUL', apply: value => insertInside(value, '\0') },
  { name: 'with a bell', apply: value => insertInside(value, '\u0007') },
  { name: 'with half a character', apply: value => insertInside(value, '\ud83d') },
  { name: 'turned around', apply: value => insertInside(value, '\u202e') },
  { name: 'on two lines', apply: value => insertInside(value, '\r\n') },
  { name: 'like a path', apply: value => `../../${value}` },
]

export const parameterMutations: Mutation[] = [{ name: 'twice', apply: value => [value, value] }]

/** Values of any other JSON type than `type`. */
export const typeMutations = (type: string): Mutation[] => {
  const all: (Mutation & { type: string })[] = [
    { name: 'null', type: 'null', apply: () => null },
    { name: 'a number', type: 'integer', apply: () => 7 },
    { name: 'a boolean', type: 'boolean', apply: () => true },
    { name: 'an object', type: 'object', apply: () => ({ toString: 'x' }) },
    { name: 'a list', type: 'array', apply: () => [] },
    { name: 'a text', type: 'string', apply: () => 'yedi' },
  ]
  return all.filter(spoiling => spoiling.type !== type)
}

export const numberMutations: Mutation[] = [
  { name: 'missing', apply: () => undefined },
  { name: 'zero', apply: () => 0 },
  { name: 'negative', apply: () => -1 },
  { name: 'broken', apply: () => 1.5 },
  { name: 'past counting', apply: () => 1e300 },
]

export const listMutations: Mutation[] = [
  { name: 'missing', apply: () => undefined },
  { name: 'empty', apply: () => [] },
  { name: 'too many', apply: value => [value, value].flat() },
  { name: 'of numbers', apply: () => [7] },
  { name: 'of nothing', apply: () => [null] },
  { name: 'of paths', apply: () => ['../../etc/passwd'] },
  { name: 'of lists', apply: value => [value] },
]
