import { afterAll, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { eicar } from '#platform/storage/scanner.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { startClamd } from '#testing/servers/clamd.ts'

const clamd = await startClamd()
afterAll(clamd.stop)
const retries = { retryLimit: 100, retryDelay: 1, retryDelayMax: 1 }
const portal = await openPortal({ CLAMAV_URL: clamd.url, NOTIFY_DELAY: '3s' }, { retries })
const fixtures = fixturesIn(portal)

test('a mail about malware names the author of the message with the file, and has the message once', async () => {
  const { staff, admin, member, companyId, ticketId } = await fixtures.ticket()
  await mailsIn(portal).to(admin.email)
  const file = await fixtures.upload(member, { name: 'alarm.exe', bytes: Buffer.from(eicar) })
  await portal.as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ticket: ticketId },
    body: { contents: 'Alarmı ekledim.', files: [file] },
  })
  const text = (await mailsIn(portal).to(staff.email, 2)).at(-1)?.text ?? ''
  expect(text).toContain('zararlı yazılım bulundu')
  expect(text.match(/^.* yazdı · /gm)?.[0]).toBe('Işıl Yılmaz yazdı · ')
  expect(text.match(/Alarmı ekledim\./g)).toHaveLength(1)
})
