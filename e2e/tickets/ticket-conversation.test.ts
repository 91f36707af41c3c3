import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expectUnsentMessages } from '../support/unsent-messages.ts'
import { expect, test } from '../support/visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: /^(Yazışma|Conversation)$/ })
const composer = (page: Page) => page.getByLabel(/^(Mesaj yazın|Write a message)$/)
const away = /ERR_FAILED|ERR_INTERNET_DISCONNECTED|status of 503/
const waits = 'Bağlantı bekleniyor. Bağlantı gelince gönderilir;'

test('URLs in a message are links that open beside the portal; everything else is plain text', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const contents =
    'Bakın (https://example.com/a_(b)). javascript:alert(1) <img src=x onerror=alert(1)>'
  await portal
    .as('customer')
    .call(routes.tickets.replyOfAccount, { params: { company, ticket }, body: { contents } })
  const page = await visit('customer', path)
  const link = conversation(page).getByRole('link')
  await expect(link).toHaveCount(1)
  await expect(link).toHaveAttribute('href', 'https://example.com/a_(b)')
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(conversation(page)).toContainText(contents.replace('(b))', '(b) (example.com))'))
})

// Security: P7
test('a URL that a bidirectional control character would disguise as the portal’s is shown as it is, with its host', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const { host } = new URL(portal.url)
  // Reversed it would read as `http://<our host>/moc.live//:ptth`.
  const address = `http://evil.com/${[...host].reverse().join('')}//:ptth`
  const contents = `Portal: \u202e${address} \u202cve ${portal.url}/accounts ve https://dеstеk.test/`
  await portal
    .as('customer')
    .call(routes.tickets.replyOfAccount, { params: { company, ticket }, body: { contents } })
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await expect(
    conversation(page).getByRole('img', { name: 'Yazı yönünü değiştiren işaret: RLO' }),
  ).toHaveText('⟦RLO⟧')
  const link = conversation(page).getByRole('link', { name: address })
  await expect(link).toHaveAttribute('href', address)
  await expect(link).toHaveCSS('unicode-bidi', 'isolate')
  const left = (start: number) =>
    link.evaluate((element, start) => {
      const letter = document.createRange()
      letter.setStart(element.firstChild as Node, start)
      letter.setEnd(element.firstChild as Node, start + 1)
      return letter.getBoundingClientRect().left
    }, start)
  expect(await left(0), 'the first letter stands left of the sixth').toBeLessThan(await left(5))
  await expect(conversation(page)).toContainText(`${address} (evil.com)`)
  await expect(conversation(page)).toContainText(`${portal.url}/accounts ve`)
  await expect(conversation(page)).toContainText('(xn--dstk-v4dc.test)')
})

test('each line of a message reads in the direction of its own text, and a link in it from left to right', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal, 'المضخة لا تعمل!')
  const contents = 'تسرب زيت من المضخة!\nSeri no: SN-12!\nانظر https://example.com/א/בב.'
  await portal
    .as('customer')
    .call(routes.tickets.replyOfAccount, { params: { company, ticket }, body: { contents } })
  const page = await visit('customer', path)
  const message = conversation(page).locator('p', { hasText: 'تسرب زيت من المضخة!' })
  const marks = await message.evaluate(paragraph => {
    const text = paragraph.firstElementChild?.firstChild as Text
    const box = paragraph.getBoundingClientRect()
    return [...text.data.matchAll(/!/g)].map(({ index }) => {
      const mark = document.createRange()
      mark.setStart(text, index)
      mark.setEnd(text, index + 1)
      const { left } = mark.getBoundingClientRect()
      const line = document.createRange()
      line.setStart(text, text.data.lastIndexOf('\n', index) + 1)
      line.setEnd(text, index + 1)
      const { left: start, right: end } = line.getBoundingClientRect()
      return {
        isFirst: left - start < 2,
        isAtRight: box.right - end < 2,
        isAtLeft: start - box.left < 2,
      }
    })
  })
  expect(marks).toEqual([
    { isFirst: true, isAtRight: true, isAtLeft: expect.any(Boolean) },
    { isFirst: false, isAtRight: false, isAtLeft: true },
  ])
  await expect(message.getByRole('link')).toHaveCSS('direction', 'ltr')
  await composer(page).fill('شكرا')
  await expect(composer(page)).toHaveCSS('direction', 'rtl')
})

test('the conversation says who closed its ticket and who archived it', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  await portal.as('customer').call(routes.tickets.changeOfAccount, {
    params: { company, ticket },
    body: { status: 'closed' },
  })
  const page = await visit('customer', path, { language: 'en' })
  await expect(conversation(page).getByText('Ayşe Yılmaz closed the ticket')).toBeInViewport()
  await portal
    .as('staff')
    .call(routes.tickets.change, { params: { ticket }, body: { status: 'archived' } })
  await page.reload()
  await expect(conversation(page).getByText('Hüseyin Demir archived the ticket')).toBeInViewport()
  await expect(composer(page)).toHaveCount(0)
})

test('two tabs share one draft: what one has sent, the other does not send again', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const first = await visit('customer', path)
  const second = await first.context().newPage()
  await second.goto(path)
  await composer(first).fill('Bir kez')
  await expect(composer(second)).toHaveValue('Bir kez')
  await composer(first).press('Control+Enter')
  await expect(conversation(first).getByText('Bir kez')).toBeVisible()
  await expect(composer(second)).toHaveValue('')
  await composer(second).press('Control+Enter')
  await expect(conversation(second).getByText('Bir kez')).toBeVisible()
  for (const page of [first, second])
    await expect(conversation(page).getByText(/gönderiliyor…/i)).toHaveCount(0)
  const { conversation: messages } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(messages.filter(({ message }) => message === 'Bir kez')).toHaveLength(1)
})

test('a draft that another tab writes while this one renders is in both', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const first = await visit('customer', path)
  await composer(first).fill('Bu arada yazılan')
  const second = await first.context().newPage()
  await second.addInitScript(() => {
    const { getItem } = Storage.prototype
    Storage.prototype.getItem = function (key) {
      return key.includes(':draft:') && !document.querySelector('textarea')
        ? null
        : getItem.call(this, key)
    }
  })
  await second.goto(path)
  await expect(composer(second)).toHaveValue('Bu arada yazılan')
})

test('a message that waits in one tab is sent by another that reaches the server, once, and is gone from both', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const first = await visit('customer', path, { allowedConsole: away })
  await expect(composer(first)).toBeVisible()
  await first.route('**/message', route => route.abort())
  await composer(first).fill('Hat kesikken')
  await composer(first).press('Control+Enter')
  await expect(conversation(first).getByText(waits)).toBeVisible()
  await expectUnsentMessages(first, 1)
  const second = await first.context().newPage()
  await second.goto(path)
  for (const page of [first, second])
    await expect(conversation(page).getByText(waits)).toHaveCount(0)
  for (const page of [first, second])
    await expect(conversation(page).getByText(/gönderiliyor…/i)).toHaveCount(0)
  const { conversation: messages } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(messages.filter(({ message }) => message === 'Hat kesikken')).toHaveLength(1)
})

test('a message that two tabs leave unsent is not lost when the other one fails too', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const first = await visit('customer', path, { allowedConsole: away })
  const second = await first.context().newPage()
  await second.goto(path)
  for (const page of [first, second]) await expect(composer(page)).toBeVisible()
  await first.context().route('**/message', route => route.abort())
  for (const [page, text] of [
    [first, 'Birinci sekmeden'],
    [second, 'İkinci sekmeden'],
  ] as const) {
    await composer(page).fill(text)
    await composer(page).press('Control+Enter')
    await expect(conversation(page).getByText(waits)).toBeVisible()
  }
  await expectUnsentMessages(first, 2)
  await first.reload()
  await expect(conversation(first).getByText(waits)).toHaveCount(2)
})

test('a message written without a connection is sent when the connection is back', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { width: 360, height: 740, allowedConsole: away })
  await expect(page.getByLabel('Mesaj yazın')).toBeVisible()
  await page.context().setOffline(true)
  const note = page.getByText(
    'Bağlantı yok. Şimdi gönderdiğiniz mesajlar bağlantı gelince kendiliğinden gider.',
  )
  await expect(note).toBeVisible()
  for (const text of ['Depodan yazıyorum', 'İkinci mesaj']) {
    await page.getByLabel('Mesaj yazın').fill(text)
    await page.getByLabel('Mesaj yazın').press('Control+Enter')
    await expect(
      page.getByRole('listitem').filter({ hasText: text }).getByText(waits),
    ).toBeVisible()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.context().setOffline(false)
  await expect(note).toHaveCount(0)
  const newest = async () => {
    const { conversation: messages } = await portal
      .as('customer')
      .call(routes.tickets.getOfAccount, { params: { company, ticket } })
    return messages.map(({ message }) => message).slice(-2)
  }
  await expect.poll(newest).toEqual(['Depodan yazıyorum', 'İkinci mesaj'])
  await expect(page.getByText(waits)).toHaveCount(0)
})

test('a page that is left while it sends continues when it is opened again, and the message arrives once', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: away })
  // The server has received it; the first response never arrives.
  let markArrived = () => {}
  const arrived = new Promise<void>(resolve => {
    markArrived = resolve
  })
  let requests = 0
  await page.route('**/message', async route => {
    requests += 1
    if (requests > 1) return route.continue()
    await route.fetch()
    markArrived()
  })
  await composer(page).fill('Yarıda kalan')
  await composer(page).press('Control+Enter')
  await arrived
  await page.reload()
  await expect.poll(() => requests).toBe(2)
  await expect(conversation(page).getByText('Yarıda kalan')).toHaveCount(1)
  await expect(conversation(page).getByText('Gönderiliyor…')).toHaveCount(0)
  const { conversation: messages } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(messages.filter(({ message }) => message === 'Yarıda kalan')).toHaveLength(1)
})

test('while the server is unavailable a message waits, and is sent when the connection is back', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: away, language: 'en' })
  const refusal = { name: 'UnavailableError', message: 'We cannot serve you right now.' }
  await page.route('**/message', route => route.fulfill({ status: 503, json: refusal }))
  await composer(page).fill('Is the machine back?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const waiting = conversation(page).getByText('Waiting for the connection.')
  await expect(waiting).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByText('No connection.')).toBeVisible()
  await expect(waiting).toBeVisible()
  await page.unroute('**/message')
  await page.context().setOffline(false)
  await expect(waiting).toHaveCount(0)
  await expect(conversation(page)).toContainText('Is the machine back?')
})
