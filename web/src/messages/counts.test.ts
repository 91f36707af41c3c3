import { expect, test } from 'vitest'
import { issueMessages } from '#contract/errors.en.ts'
import * as admin from './en.admin.ts'
import * as portal from './en.portal.ts'
import * as core from './en.ts'

type Write = (...figures: unknown[]) => string

/** The texts whose first parameter is a number of things. */
const textsOf = (texts: object): [name: string, write: Write][] =>
  Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text === 'object') return textsOf(text)
    return typeof text === 'function' && /^\(?(count|machines|hours)\b/.test(String(text))
      ? [[name, text as Write]]
      : []
  })
const { tooFew, tooMany } = issueMessages

test.each([...textsOf({ ...core, ...portal, ...admin }), ...Object.entries({ tooFew, tooMany })])(
  '%s is right in English for one',
  (_, write) => {
    // it takes a number, or one in words
    const texts = [1, '1'].map(one => String((write as Write)(one, 2, 2)))
    expect(
      texts.filter(text => !/\b1 (?!ends)(?:\w+s|end|wait|await|are|were)\b/.test(text)),
    ).not.toEqual([])
  },
)
