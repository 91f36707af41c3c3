import { describe, expect, test } from 'vitest'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { asMember, asTeam, type Viewer, viewerOf } from './viewer.ts'
import { visibleCompanies } from './visible-companies.ts'

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)

test.each(['operator', 'admin', 'staff'])('a user with the role %s is of the team', role => {
  expect(viewerOf({ userId: 'a', role })).toEqual(asTeam)
})

test.each(['customer', '', 'undefined'])('a user with the role "%s" is a member', role => {
  expect(viewerOf({ userId: 'a', role })).toEqual(asMember('a'))
})

describe('the rows of a viewer', () => {
  async function seenBy(viewerFor: (at: { member: { userId: string } }) => Viewer) {
    const at = await fixtures.ticket()
    return portal.platform.database.inVendor(at.vendorId, async db => ({
      companies: (await visibleCompanies(db, viewerFor(at)).execute()).length,
      tickets: (await visibleTickets(db, viewerFor(at)).select('tickets.id').execute()).length,
    }))
  }

  test('are those of every company for the team, of their own for a member', async () => {
    expect(await seenBy(() => asTeam)).toEqual({ companies: 1, tickets: 1 })
    expect(await seenBy(({ member }) => asMember(member.userId))).toEqual({
      companies: 1,
      tickets: 1,
    })
  })

  test.each([null, undefined])('are none where the id of a member is lost: %s', async lost => {
    expect(await seenBy(() => asMember(lost as never))).toEqual({ companies: 0, tickets: 0 })
  })
})
