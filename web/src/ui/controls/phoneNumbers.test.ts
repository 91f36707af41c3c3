import fc from 'fast-check'
import { getCountries } from 'libphonenumber-js/min'
import { describe, expect, test } from 'vitest'
import { countries } from '#contract/text/countries.ts'
import { splitPhoneNumbers } from './phoneNumbers.ts'

/** A text with its links as `<text|number>`. */
const marked = (text: string, country = 'TR') =>
  splitPhoneNumbers(text, country)
    .map(({ text, href }) => (href === undefined ? text : `<${text}|${href.replace('tel:', '')}>`))
    .join('')

describe('a telephone number is dialled', () => {
  test.each([
    ['+90 476 227 10 10', '+904762271010'],
    ['0212 555 00 00', '+902125550000'],
    ['212 555 00 00', '+902125550000'],
    ['(0212) 555 00 00', '+902125550000'],
    ['0212/555 00 00', '+902125550000'],
    ['0532-123-45-67', '+905321234567'],
    ['05321234567', '+905321234567'],
    ['+90 (0) 532 123 45 67', '+905321234567'],
    ['+90 0532 123 45 67', '+905321234567'],
    ['+90(532)1234567', '+905321234567'],
    ['00 90 532 123 45 67', '+905321234567'],
    ['90 532 123 45 67', '+905321234567'],
    ['444 0 123', '+904440123'],
    ['0850 222 0 444', '+908502220444'],
    ['+49 (0)30 123456', '+4930123456'],
    ['00 44 20 7946 0958', '+442079460958'],
    ['+90 532\u00a0123\u00a045\u00a067', '+905321234567'],
    ['٠٥٣٢ ١٢٣ ٤٥ ٦٧', '+905321234567'],
  ])('%s', (text, number) => {
    expect(marked(text)).toBe(`<${text}|${number}>`)
  })

  test.each([
    ['0212 555 00 00 dahili 12', '+902125550000;ext=12'],
    ['0212 555 00 00, DAHİLİ: 12', '+902125550000;ext=12'],
    ['0212 555 00 00 (dah. 12)', '+902125550000;ext=12'],
    ['0212 555 00 00 iç hat 105', '+902125550000;ext=105'],
    ['0212 555 00 00 ext. 12', '+902125550000;ext=12'],
    ['0212 555 00 00 #12', '+902125550000;ext=12'],
    ['+1 415 555 2671 x33', '+14155552671;ext=33'],
  ])('with its extension: %s', (text, number) => {
    expect(marked(text)).toBe(`<${text}|${number}>`)
  })

  test.each([
    [
      '0212 555 00 00 / 0532 123 45 67',
      '<0212 555 00 00|+902125550000> / <0532 123 45 67|+905321234567>',
    ],
    [
      '0212 555 00 00, 0212 555 00 01',
      '<0212 555 00 00|+902125550000>, <0212 555 00 01|+902125550001>',
    ],
    [
      '0212 555 00 00 - 0532 123 45 67',
      '<0212 555 00 00|+902125550000> - <0532 123 45 67|+905321234567>',
    ],
    [
      'ofis:02125550000 cep:05321234567',
      'ofis:<02125550000|+902125550000> cep:<05321234567|+905321234567>',
    ],
    ['Ayşe Hanım 0532 123 45 67', 'Ayşe Hanım <0532 123 45 67|+905321234567>'],
    ['0212 555 00 00 (3 hat)', '<0212 555 00 00|+902125550000> (3 hat)'],
    ['0212 555 00 00/01', '<0212 555 00 00|+902125550000>/01'],
    ['0212 555 00 00 dahili 12-14', '<0212 555 00 00|+902125550000> dahili 12-14'],
    ['0212 555 00 00 ext 12-14', '<0212 555 00 00|+902125550000> ext 12-14'],
    ['0212 555 00 00 #12/13', '<0212 555 00 00|+902125550000> #12/13'],
    ['0212 555 00 00,12', '<0212 555 00 00|+902125550000>,12'],
    ['0212 555 00 00~12', '<0212 555 00 00|+902125550000>~12'],
    [
      '0212 555 00 00 dahili 444 0 123',
      '<0212 555 00 00|+902125550000> dahili <444 0 123|+904440123>',
    ],
    [
      '0212 555 00 00 iç hat 0532 123 45 67',
      '<0212 555 00 00|+902125550000> iç hat <0532 123 45 67|+905321234567>',
    ],
    [
      '0212 555 00 00 dahili 12, 444 0 123',
      '<0212 555 00 00 dahili 12|+902125550000;ext=12>, <444 0 123|+904440123>',
    ],
    ['+1 (0212) 555 00 00, 0532 123 45 67', '+1 (0212) 555 00 00, <0532 123 45 67|+905321234567>'],
  ])('among other text: %s', (text, links) => {
    expect(marked(text)).toBe(links)
  })

  test.each([
    ['030 123456', 'DE', '+4930123456'],
    ['(415) 555-2671', 'US', '+14155552671'],
    ['020 7946 0958', 'GB', '+442079460958'],
    ['+90 532 123 45 67', 'GB', '+905321234567'],
  ])('in the country of the vendor: %s in %s', (text, country, number) => {
    expect(marked(text, country)).toBe(`<${text}|${number}>`)
  })
})

test.each([
  'yok',
  '-',
  '12345',
  '112',
  '555 00 00',
  '030 123456',
  '+90 532 123 45 6',
  '0212 555 00 00-01',
  '0212 555 00 00 0532 123 45 67',
  'TR330006100519786457841326',
  '12.03.2024',
  '1-800-FLOWERS',
  '+1 (0212) 555 00 00',
  '+994 (0312) 555 00 00',
  '00 44 (0532) 123 45 67',
])('no link rather than a wrong one: %s', text => {
  expect(splitPhoneNumbers(text, 'TR')).toEqual([{ text }])
})

test('nothing of a text is lost or shown twice, and a link dials digits only', () => {
  const numbers = [
    '0212 555 00 00',
    '0532 123 45 67',
    ' dahili ',
    ' iç hat ',
    ' ext ',
    '444 0 123 ',
    ' dahili 444 0 123 ',
    '+90 ',
    '+1 ',
  ]
  const digits = fc.constantFrom(...'0123456789+() -/,;.~x#')
  const units = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...numbers) },
    digits,
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(units, { maxLength: 40 }), pieces => {
      const text = pieces.join('')
      const parts = splitPhoneNumbers(text, 'TR')
      expect(parts.map(part => part.text).join('')).toBe(text)
      for (const { href } of parts) if (href) expect(href).toMatch(/^tel:\+\d{5,17}(;ext=\d+)?$/)
    }),
  )
})

test('the settings offer the countries whose numbers the library knows', () => {
  expect(countries).toEqual(getCountries())
})
