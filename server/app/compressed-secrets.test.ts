import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Request, Route } from '#contract/route.ts'
import { everyRoute } from '#contract/routes.ts'
import { schemaOf } from '#platform/http/json-schema.ts'
import { isCompressible } from '#platform/http/send-json.ts'
import { companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { examplesIn, toInjectOptions } from '#testing/calls/examples.ts'
import { sharedPortal } from '#testing/portal.ts'

// An attacker who has a text in a compressed answer and sees its length on the network can guess
// what else it has (BREACH). A read that answers a secret is `secret` in the contract.

const portal = await sharedPortal()
const { example } = await examplesIn(portal)
const fixture = await companyFixturesIn(portal).createFixture()
const compressible = everyRoute.filter(
  ({ route }) => isCompressible(route) && !route.download && !route.stream,
)

/** Fields that are named like a secret, and why they are none. */
const harmless = {
  password: 'of the demo, on its sign-in page',
  liveSupportUrl: 'on the sign-in page',
  publicKey: 'public',
  codesLeft: 'a number',
  shortcode: 'the name of a saved reply',
  device: 'the name of a browser',
  signedURL: 'a link to a file',
  previewURL: 'a link to a file',
  url: 'null: a link of an upload is the answer of other calls',
}

describe.each(compressible)('the answer of $name, which may be compressed,', ({ name, route }) => {
  test('has no field that is named like a secret', () => {
    const names = JSON.stringify(schemaOf(route.returns, 'output')).matchAll(/"(\w+)":[{]/g)
    const suspects = [...names]
      .map(([, field = '']) => field)
      .filter(field => /token|secret|pass|code|key|device|signature|ur[il]$|link$/i.test(field))
    expect(suspects.filter(field => !(field in harmless))).toEqual([])
  })

  test('has no random text but a public key and the signatures of links to files', async () => {
    const valid = await example(name, route, fixture)
    const request = isList(route) ? { ...valid.request, query: {} } : valid.request
    const { statusCode, body } = await portal.http.inject(
      toInjectOptions({ ...valid, request: request as Request<Route> }),
    )
    expect(statusCode).toBe(200)
    const texts = body
      .replace(/"publicKey":"[\w-]{87}"|\?expires=\d+&signature=[\w-]{43}/g, '')
      .match(/[\w-]{20,}(?![\w-]*":)/g)
    expect(texts?.filter(text => !uuid.test(text)) ?? []).toEqual([])
  })
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isList = ({ query }: Route) => query instanceof z.ZodMiniObject && 'page' in query.shape
