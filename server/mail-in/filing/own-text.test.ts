import type { SendMailOptions } from 'nodemailer'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'

// What of a reply is its message: compared with the messages of its ticket.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { replyAddress, send, settled } = incomingMailsIn(portal)
const { as } = portal

const question =
  'Please measure the pressure of the compressor and write it to us together with the oil level\nHow long was the main switch off\nRegards'
const [first = '', second = ''] = question.split('\n')
const marked = `On Sun, Nov 29, 2026 at 12:03 PM Team <destek@satici.test> wrote:
${question.replace(/^/gm, '> ')}`
const headers = `De : Team <destek@satici.test>
Envoyé : 29.11.2026 12:03
À : Client <isil@musteri.test>
Objet : RE: pompe`
const list = `The machine mails:
From: plc@musteri.test
To: isil@musteri.test
Date: 29.11.2026 12:03
Subject: E-204`

const notice =
  'Bu e-postanın ekinde gizli çizimler var, lütfen kişiye özel tutun.\n\nNeden duruyor?'
const contact =
  'Sahadaki arkadaşımızı arayın.\n\nMehmet Demir\nTel: 0532 000 00 00\nmehmet@musteri.test'
const settings = 'Ayarlar:\n> 12 bar\n> 40 C'
const screen = 'The screen says:\n---- Original Message ----\nE-204'

const replies: [string, SendMailOptions][] = [
  [notice, { text: `${notice}\n\n${marked}` }],
  [contact, { text: `${contact}\n\n${marked}` }],
  [settings, { text: `${settings}\n\n${marked}` }],
  [screen, { text: screen }],
  [list, { text: `${list}\n\n${headers}\n\n${question}` }],
  [
    `> ${first}\n7 bar\n> ${second}\none hour`,
    { text: marked.replace(`> ${second}`, `> 7 bar\n> ${second}\n> one hour`) },
  ],
  ['7 bar', { text: `7 bar\n\n${'_'.repeat(32)}\n${headers}\n\n${question}` }],
  [
    '8 bar',
    {
      text: '',
      html: `<div>8 bar</div><hr><div id="divRplyFwdMsg">De : Team</div><div>${question}</div>`,
    },
  ],
]

test("a reply is what its author wrote, without the ticket's messages", async () => {
  const at = await fixtures.ticket()
  await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: question },
  })
  const to = await replyAddress(at, at.member)
  for (const [, options] of replies) await send(at.member, to, options)
  await send(at.staff, await replyAddress(at, at.staff), {
    text: `Tamam.\n\n${headers}\n\nA note of the team`,
  })
  await settled(at, replies.length + 1)
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  const found = body.conversation.slice(2).map(({ message }) => message)
  expect(found.toSorted()).toEqual([...replies.map(([message]) => message), 'Tamam.'].toSorted())
})
