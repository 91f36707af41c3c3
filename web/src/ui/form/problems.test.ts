import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { line } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import { CallError } from '../../data/api.ts'
import { toast } from '../../data/toasts.ts'
import { setLanguage } from '../../messages/current.ts'
import { conflictAt } from './conflictAt.ts'
import { type Problems, problemsOf, validate } from './problems.ts'
import { sendChanged } from './sendChanged.ts'

await setLanguage('tr')

const textsOf = (problems: Problems = {}) =>
  Object.fromEntries(Object.entries(problems).map(([field, text]) => [field, text()]))

const Company = z.object({
  name: line(limits.name),
  address: z.object({ city: line(limits.name) }),
})

describe('a form', () => {
  test('with valid values has the value that the contract makes of them', () => {
    expect(validate(Company, { name: '  Irmak ', address: { city: 'İzmir' } })).toEqual({
      value: { name: 'Irmak', address: { city: 'İzmir' } },
    })
  })

  test('names each field that is missing, once and in the user’s language', () => {
    expect(textsOf(validate(Company, { name: '' }).problems)).toEqual({
      name: 'Bu alan zorunlu.',
      address: 'Bu alan zorunlu.',
    })
  })
})

describe('a refused call', () => {
  test('names its fields; a part of a field belongs to the field', () => {
    const errors = [
      { path: 'name', msg: 'Bu ad kullanılıyor.' },
      { path: 'address.city', msg: 'Bu alan zorunlu.' },
      { path: '', msg: 'Gövde okunamadı.' },
    ]
    expect(textsOf(problemsOf({ errors, message: '' }))).toEqual({
      name: 'Bu ad kullanılıyor.',
      address: 'Bu alan zorunlu.',
    })
  })

  test('as a whole has one problem, without a field', () => {
    const refusal = new CallError(409, { name: 'ConflictError', message: 'Bu talep kapalı.' })
    expect(textsOf(problemsOf(refusal))).toEqual({ '': 'Bu talep kapalı.' })
  })

  test('with an entry that names no field is shown as it is', () => {
    const refusal = new CallError(400, { errors: [{ msg: 'Olmadı.' }] } as never)
    expect(textsOf(problemsOf(refusal))).toEqual({ '': 'Olmadı.' })
  })

  test('because of a conflict is shown at the field that the form names, any other refusal as it is', () => {
    const refusalAt = (error: unknown) => {
      try {
        return conflictAt('email')(error)
      } catch (refusal) {
        return refusal
      }
    }
    const conflict = new CallError(409, { name: 'ConflictError', message: 'Bu kişi zaten üye.' })
    expect(textsOf(problemsOf(refusalAt(conflict) as CallError))).toEqual({
      email: 'Bu kişi zaten üye.',
    })
    const offline = new CallError(0)
    expect(refusalAt(offline)).toBe(offline)
  })
})

describe('a changed form', () => {
  test('sends the changed values only, with the id; saved without a change it sends nothing and says that it is updated', async () => {
    const success = vi.spyOn(toast, 'success')
    const sent: unknown[] = []
    const send = async (changed: unknown) => sent.push(changed)
    const before = { name: 'Irmak', notes: '' }
    await sendChanged(before, { name: 'Irmak', notes: 'Taşındı' }, 'the id', send)
    expect(success).not.toHaveBeenCalled()
    await sendChanged(before, { name: 'Irmak', notes: '' }, 'the id', send)
    expect(success).toHaveBeenCalledExactlyOnceWith('Güncelleme başarılı.')
    expect(sent).toEqual([{ notes: 'Taşındı', id: 'the id' }])
  })
})
