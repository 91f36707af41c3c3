import { expect, test } from 'vitest'
import { matchTopics } from './matchTopics.ts'

const all = ['Ana mil', 'Elektrik', 'Isınma', 'Milden ses', 'Yedek parça'].map((name, index) => ({
  _id: String(index),
  name,
}))
const find = (text: string, ...chosen: number[]) =>
  matchTopics(
    all,
    chosen.map(index => all[index] as (typeof all)[0]),
    text,
  ).map(({ name }) => name)

test('names that begin with the text are before those that have it elsewhere', () => {
  expect(find('mil')).toEqual(['Milden ses', 'Ana mil'])
})

test('a name is found without its accents, and none of those that are chosen', () => {
  expect(find('ISINMA')).toEqual(['Isınma'])
  expect(find('parca')).toEqual(['Yedek parça'])
  expect(find('', 0, 2)).toEqual(['Elektrik', 'Milden ses', 'Yedek parça'])
})
