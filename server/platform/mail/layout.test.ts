import { describe, expect, test } from 'vitest'
import { layoutMail, type MailParts } from './layout.ts'

const invitation: MailParts = {
  language: 'tr',
  vendorName: 'Demir Makine',
  greeting: 'Merhaba Ayşe,',
  paragraphs: ['Demir Makine sizi davet etti.', 'Bağlantı 7 gün geçerlidir.'],
  button: {
    label: 'Hesabı aç',
    url: 'https://demir.test/activate?token=a1&mail=ayse@musteri.test',
  },
  footer: ['Bu postayı beklemiyorsanız bir şey yapmanız gerekmez.'],
}

test('the text has the same content as the HTML, in the same order', () => {
  expect(layoutMail(invitation).text).toBe(`Demir Makine

Merhaba Ayşe,

Demir Makine sizi davet etti.

Bağlantı 7 gün geçerlidir.

Hesabı aç:
https://demir.test/activate?token=a1&mail=ayse@musteri.test

-- 
Bu postayı beklemiyorsanız bir şey yapmanız gerekmez.
`)
})

test('the link is on the button and once more as text to copy', () => {
  const link = 'https://demir.test/activate?token=a1&#38;mail=ayse@musteri.test'
  const { html } = layoutMail(invitation)
  expect(html.split(`href="${link}"`)).toHaveLength(3)
  expect(html).toContain(`>${link}</a>`)
})

test.each([
  ['tr', 'Düğme çalışmıyorsa'],
  ['en', 'If the button does not work'],
] as const)('the layout has texts in %s', (language, text) => {
  const { html } = layoutMail({ ...invitation, language })
  expect(html).toContain(`<html lang="${language}">`)
  expect(html).toContain(text)
})

test('a mail without a button contains no link', () => {
  const { html, text } = layoutMail({ ...invitation, button: undefined })
  expect(html).not.toContain('<a ')
  expect(text).not.toContain('https://')
})

test('without a footer the text ends with the last paragraph', () => {
  expect(layoutMail({ ...invitation, button: undefined, footer: [] }).text).toMatch(
    /Bağlantı 7 gün geçerlidir\.\n$/,
  )
})

test('a line break in a paragraph becomes <br>', () => {
  expect(layoutMail({ ...invitation, paragraphs: ['Birinci\nikinci'] }).html).toContain(
    'Birinci<br>ikinci',
  )
})

// Security: 5.4.2
describe('user input does not become markup', () => {
  const evil = `"><img src=x onerror=alert(1)>&amp;</style>'`
  const parts: [string, Partial<MailParts>][] = [
    ['vendor name', { vendorName: evil }],
    ['greeting', { greeting: evil }],
    ['paragraph', { paragraphs: [evil] }],
    ['label', { button: { label: evil, url: 'https://demir.test' } }],
    ['address', { button: { label: 'Aç', url: `https://demir.test/${evil.replaceAll(' ', '')}` } }],
    ['footer', { footer: [evil] }],
  ]
  test.each(parts)('in the %s', (_, change) => {
    const { html } = layoutMail({ ...invitation, ...change })
    expect(html).not.toContain('<img')
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html).toContain('&#34;&#62;&#60;img')
  })
})

// Security: P7
test('direction marks are visible and have no effect, in the HTML and in the text', () => {
  const turned = 'Ayşe \u202emoc.live//:sptth'
  const parts = { vendorName: turned, greeting: turned, paragraphs: [turned], footer: [turned] }
  const { html, text } = layoutMail({ ...invitation, ...parts })
  expect(html + text).not.toMatch(/\p{Bidi_Control}/u)
  for (const format of [html, text])
    expect(format.split('Ayşe ⟦RLO⟧moc.live').length).toBeGreaterThan(4)
})

test.each(['javascript:alert(1)', '/activate', 'data:text/html,x', 'https://demir.test/a b'])(
  'a button to %s is refused',
  url => {
    expect(() => layoutMail({ ...invitation, button: { label: 'Aç', url } })).toThrow(
      'absolute web address',
    )
  },
)

describe('texts by users', () => {
  const news: MailParts = {
    ...invitation,
    entries: [
      {
        heading: 'Deniz yazdı',
        text: 'Birinci\nikinci <b>',
        links: [{ label: 'şema.pdf (2 MB)', url: 'https://demir.test/t/1' }],
      },
      { heading: 'Deniz yazdı', text: '', links: [] },
    ],
    earlier: {
      title: 'Önceki mesajlar',
      entries: [{ heading: 'Işıl yazdı', text: 'Mil ısınıyor', links: [] }],
    },
    links: [{ label: 'Postaları kapat', url: 'https://demir.test/unsubscribe' }],
  }

  test('are above the button, earlier ones below it, and the links below the footer', () => {
    expect(layoutMail(news).text).toBe(`Demir Makine

Merhaba Ayşe,

Demir Makine sizi davet etti.

Bağlantı 7 gün geçerlidir.

Deniz yazdı
Birinci
ikinci <b>
şema.pdf (2 MB): https://demir.test/t/1

Deniz yazdı

Hesabı aç:
https://demir.test/activate?token=a1&mail=ayse@musteri.test

Önceki mesajlar

Işıl yazdı
Mil ısınıyor

-- 
Bu postayı beklemiyorsanız bir şey yapmanız gerekmez.
Postaları kapat: https://demir.test/unsubscribe
`)
  })

  test('are in the HTML in the same order, escaped', () => {
    const { html } = layoutMail(news)
    const order = [
      'Birinci<br>ikinci &#60;b&#62;',
      'şema.pdf',
      '>Hesabı aç</a>',
      'Önceki mesajlar',
      'Mil ısınıyor',
      'Postaları kapat',
    ]
    expect(
      order.map(part => html.indexOf(part)).every((at, i, all) => at > (all[i - 1] ?? 0)),
    ).toBe(true)
  })

  test('keep their columns and indents in the HTML, where lines still wrap at a space', () => {
    const text = 'X    12.5\nAxis10\t3\n  - oil\n\t- filter\none word  \n   '
    const entries = [{ heading: 'Deniz yazdı', text, links: [] }]
    const { html, text: plain } = layoutMail({ ...news, entries })
    const space = '\u00a0'
    expect(html).toContain(
      [
        `X${space.repeat(3)} 12.5`,
        `Axis10${space} 3`,
        `${space.repeat(2)}- oil`,
        `${space.repeat(8)}- filter`,
        'one word',
        '',
      ].join('<br>'),
    )
    expect(plain).toContain(text)
  })

  test('have pictures of the mail above their links, with a size and a text for programs that show none, and the text has the link only', () => {
    const url = 'https://demir.test/t/1'
    const picture = { cid: 'a1@thumbnail', width: 320, height: 240, alt: '"şema" \u202e.jpg' }
    const entries = [
      { heading: 'Deniz yazdı', text: 'Ekte', links: [{ label: 'şema.jpg (2 MB)', url, picture }] },
    ]
    const { html, text } = layoutMail({ ...news, entries })
    expect(html).toContain(
      `<a href="${url}"><img src="cid:a1@thumbnail" width="320" height="240" alt="&#34;şema&#34; ⟦RLO⟧.jpg" border="0"`,
    )
    expect(html.indexOf('<img')).toBeLessThan(html.indexOf('şema.jpg (2 MB)'))
    expect(text).toContain('Ekte\nşema.jpg (2 MB): https://demir.test/t/1\n')
    expect(text).not.toContain('cid:')
  })

  test('can have a title each', () => {
    const entries = [{ title: 'Mil <ısınıyor>', heading: 'Torna · SN-1', text: 'Yağ', links: [] }]
    const { html, text } = layoutMail({ ...news, entries })
    expect(text).toContain('\n\nMil <ısınıyor>\nTorna · SN-1\nYağ\n\nHesabı aç:\n')
    expect(html).toMatch(/Mil &#60;ısınıyor&#62;[\s\S]+Torna · SN-1/)
  })

  test('link to web and mail addresses only', () => {
    const withLink = (url: string) => () =>
      layoutMail({ ...news, entries: [{ heading: 'x', text: 'y', links: [{ label: 'z', url }] }] })
    expect(withLink('javascript:alert(1)')).toThrow('absolute web address')
    expect(withLink('mailto:reply+a1@portal.test?subject=Re')).not.toThrow()
  })
})

test('the button and the links have the vendor’s colour, and in dark mode links a lighter form of it', () => {
  const { html } = layoutMail({ ...invitation, color: '#8a1c4f' })
  expect(html).toContain('bgcolor="#8a1c4f"')
  expect(html).toContain('color:#8a1c4f;overflow-wrap:anywhere')
  expect(html).toContain('.link { color: #d0a4b9 !important }')
  expect(html).not.toMatch(/#196ac8|#005ab7|#97c4ff/)
})
