import { gzipSync } from 'node:zlib'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { eicar } from '#platform/storage/scanner.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { scanTimeout } from '#testing/scanned.ts'
import { startClamd } from '#testing/servers/clamd.ts'

// Attachments are scanned as uploads are; the server itself unpacks none.

const clamd = await startClamd()
afterAll(clamd.stop)
const portal = await openPortal({ ...mailInSettings, CLAMAV_URL: clamd.url })
const fixtures = fixturesIn(portal)
const { replyAddress, send, settled } = incomingMailsIn(portal)

const zeros = gzipSync(Buffer.alloc(20_000_000))

test('a small attachment that unpacks to more than the scanner reads is kept, marked as not scanned', async () => {
  clamd.behaviour.reply = 'stream: Heuristics.Limits.Exceeded.MaxScanSize FOUND\0'
  onTestFinished(() => void delete clamd.behaviour.reply)
  const { file } = await mailWith(zeros)
  expect(file).toMatchObject({ fileName: 'bomba.gz', state: 'oversize', fileSize: zeros.length })
})

test('malware in nested archives is found by the scanner, and the file is not served', async () => {
  const { file } = await mailWith(
    gzipSync(gzipSync(Buffer.concat([Buffer.alloc(1_000_000), Buffer.from(eicar)]))),
  )
  expect(file).toMatchObject({ state: 'infected', infection: 'Win.Test.EICAR_HDB-1' })
  expect(
    (await portal.http.inject({ url: pathAndQuery(file?.signedURL ?? '/') })).statusCode,
  ).not.toBe(200)
})

async function mailWith(content: Buffer) {
  const at = await fixtures.ticket()
  await send(at.member, await replyAddress(at, at.member), {
    attachments: [{ filename: 'bomba.gz', content }],
  })
  await settled(at, 1)
  const readFile = async () => {
    const { body } = await portal
      .as(at.staff)
      .call(routes.tickets.get, { params: { ticket: at.ticketId } })
    return body.conversation.at(-1)?.files[0]
  }
  await expect.poll(async () => (await readFile())?.state, scanTimeout).not.toBe('checking')
  return { file: await readFile() }
}
