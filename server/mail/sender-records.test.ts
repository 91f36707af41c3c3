import { describe, expect, test } from 'vitest'
import { judgeRecord, senderRecords } from './sender-records.ts'

const settings = {
  mailSpf: 'include:_spf.posta.test',
  mailDkim: [{ selector: 's1', target: 's1.dkim.posta.test' }],
}
const records = senderRecords('demir.test', 'kanıt', settings)

const judge = (purpose: string, values: string[]) => {
  const record = records.find(each => each.purpose === purpose)
  if (!record) throw new Error(`no record of ${purpose}`)
  return judgeRecord(record, values).status
}

test('a vendor adds what the installation’s mail server needs', () => {
  expect(records.map(({ type, name, value }) => [type, name, value])).toEqual([
    ['TXT', '_tezgah.demir.test', 'tezgah-domain=kanıt'],
    ['TXT', 'demir.test', 'v=spf1 include:_spf.posta.test ~all'],
    ['CNAME', 's1._domainkey.demir.test', 's1.dkim.posta.test'],
    ['TXT', '_dmarc.demir.test', 'v=DMARC1; p=none'],
  ])
})

test('without MAIL_SPF and MAIL_DKIM only ownership and DMARC remain', () => {
  const unset = senderRecords('demir.test', 'kanıt', { mailSpf: undefined, mailDkim: undefined })
  expect(unset.map(({ purpose }) => purpose)).toEqual(['ownership', 'dmarc'])
})

test('each record is right as it is shown', () => {
  for (const record of records)
    expect(judgeRecord(record, [record.value])).toEqual({ status: 'ok', found: [record.value] })
})

describe('ownership', () => {
  test.each([
    ['nothing', [], 'missing'],
    ['another text', ['google-site-verification=x'], 'missing'],
    ['another vendor’s proof', ['tezgah-domain=yabancı'], 'different'],
    ['its proof in other letters', ['tezgah-domain=KANIT'], 'different'],
    ['its proof beside another vendor’s', ['tezgah-domain=yabancı', 'tezgah-domain=kanıt'], 'ok'],
  ])('with %s is %s', (_, values, status) => {
    expect(judge('ownership', values)).toBe(status)
  })
})

describe('SPF', () => {
  test.each([
    [[], 'missing'],
    [['v=spf10 include:_spf.posta.test ~all'], 'missing'],
    [['v=spf1 mx -all'], 'different'],
    [['v=spf1 mx include:_spf.posta.test -all'], 'ok'],
    [['V=SPF1  MX  +Include:_SPF.posta.test  -all', 'unrelated'], 'ok'],
    [['v=spf1 include:_spf.posta.test'], 'ok'],
    [['v=spf1 -include:_spf.posta.test ~all'], 'different'],
    [['v=spf1 include:x_spf.posta.test ~all'], 'different'],
    [['v=spf1 ~all include:_spf.posta.test'], 'different'],
    [['v=spf1 include:_spf.posta.test ~all', 'v=spf1 mx -all'], 'several'],
  ])('of %j is %s', (values, status) => {
    expect(judge('spf', values)).toBe(status)
  })
})

describe('DKIM', () => {
  test.each([
    [[], 'missing'],
    [['S1.dkim.posta.test.'], 'ok'],
    [['s2.dkim.posta.test'], 'different'],
    [['s1.dkim.posta.test', 's2.dkim.posta.test'], 'several'],
  ])('of %j is %s', (values, status) => {
    expect(judge('dkim', values)).toBe(status)
  })
})

describe('DMARC', () => {
  test.each([
    [[], 'missing'],
    [['v=spf1 -all'], 'missing'],
    [['v=DMARC1; p=reject; rua=mailto:d@demir.test'], 'ok'],
    [['v=DMARC1;p=quarantine'], 'ok'],
    [['v=DMARC1; sp=reject'], 'different'],
    [['v=DMARC1; p=hepsi'], 'different'],
    [['v=DMARC1'], 'different'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=none'], 'several'],
  ])('of %j is %s', (values, status) => {
    expect(judge('dmarc', values)).toBe(status)
  })
})
