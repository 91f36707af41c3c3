import { type AuditedField, type FieldChange, maxAuditedLength } from '#contract/audit.ts'

/** The fields of `after` that have another value in `before`; those that it leaves out stay. */
export const changesOf = <A extends object>(
  before: { readonly [K in keyof A]: unknown },
  after: A & { readonly [K in Exclude<keyof A, AuditedField>]: never },
): FieldChange[] =>
  (Object.keys(after) as (keyof A & AuditedField)[])
    .filter(field => after[field] !== undefined)
    .filter(field => textOf(before[field]) !== textOf(after[field]))
    .map(field => changeOf(field, before[field], after[field]))

export function changeOf(field: AuditedField, before: unknown, after: unknown): FieldChange {
  const texts = [textOf(before), textOf(after)] as const
  const from = texts.some(text => (text?.length ?? 0) > maxAuditedLength)
    ? Math.max(0, commonStart(texts[0] ?? '', texts[1] ?? '') - 40)
    : 0
  return { field, before: excerpt(texts[0], from), after: excerpt(texts[1], from) }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.map(each => textOf(each) ?? '–').join(', ') || null
  return String(value)
}

function commonStart(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** Of a long text the part from `from` on, where it differs from the other one. */
function excerpt(text: string | null, from: number): string | null {
  if (text === null) return null
  const shown = text.slice(from, from + maxAuditedLength)
  return [from > 0 && '…', shown, from + shown.length < text.length && '…']
    .filter(Boolean)
    .join('')
    .toWellFormed() // PostgreSQL takes no half of a surrogate pair
}
