import { mayAlign } from '#platform/mail/alignment.ts'
import { domainOf, headerAddress } from '#platform/mail/mailer.ts'
import {
  addressesIn,
  headerValues,
  type MailHeaders,
  onlySender,
} from '#platform/mail/parse-mail.ts'

const recipientFields = ['to', 'cc']
const mostSignatures = 20 // more are not verified

/** Whether To or Cc names a recipient: who has received a signed mail can send it to any address,
 * but not change what is signed. Where the author's domain signs recipients, as not every mail
 * server does, a field that it did not sign does not count. */
export function isAddressedTo(email: MailHeaders, recipient: string): boolean {
  const names = (values: string[]) =>
    values.flatMap(addressesIn).some(each => headerAddress(each) === headerAddress(recipient))
  const signedLists = headerValues(email, 'dkim-signature')
    .slice(0, mostSignatures)
    .map(tagsOf)
    .filter(({ d = '' }) => mayAlign(domainOf(d), domainOf(onlySender(email)?.address ?? '')))
    .map(({ h = '' }) => h.toLowerCase().split(/\s*:\s*/))
    .filter(fields => recipientFields.some(name => fields.includes(name)))
  return (
    names(recipientFields.flatMap(name => headerValues(email, name))) &&
    signedLists.every(fields =>
      names(recipientFields.flatMap(name => signedValues(email, name, fields))),
    )
  )
}

/** Each time that a signature names a field it covers one more, from the last (RFC 6376, 5.4.2). */
function signedValues(email: MailHeaders, name: string, fields: string[]): string[] {
  const values = headerValues(email, name)
  const signed = fields.filter(field => field === name).length
  return values.slice(Math.max(0, values.length - signed))
}

const tagsOf = (value: string): Record<string, string> =>
  Object.fromEntries(
    value.split(';').map(tag => {
      const [name = '', ...rest] = tag.split('=')
      return [name.trim(), rest.join('=').trim()]
    }),
  )
