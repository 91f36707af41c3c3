import type { senderMessages as tr } from '../tr/sender.ts'

export const senderMessages: typeof tr = {
  about: 'The sender of the mails to your customers, and the address at which they write to you.',
  open: 'Edit the sender',
  used: 'In use now',
  from: 'Sender of mails',
  incoming: 'Address for mails to you',
  incomingAbout:
    'A mail from a customer to this address becomes a new ticket. You can forward the mails of an address of your own to it.',
  noIncoming: 'This installation receives no mail; its operator can turn that on.',
  settings: 'Change',
  senderName: "Sender's name",
  senderNameHint: 'Left empty, it is the name of your company.',
  senderAddress: "Sender's address",
  senderAddressHint: address =>
    `An address of your own domain; it is used once the DNS records below are found. Left empty, it is ${address}.`,
  mailInAddress: 'Incoming address, the part before the @',
  mailInAddressHint:
    'This part only, for example support. Left empty, the domain of the portal is used. As soon as you change it, mails to the previous address become no tickets: change your forwardings too.',
  save: 'Save',
  records: 'DNS records',
  recordsAbout: address =>
    `For ${address} to be used, add these records to the DNS of your domain, then check them. It can take an hour until new records are seen.`,
  verified: 'Verified: mails are sent from this address.',
  notVerified: "Not verified yet: mails are sent from the installation's address.",
  check: 'Check DNS records',
  checkedAll: 'All records are right; mails are sent from this address now.',
  checkedSome: "Not all records are right; mails are sent from the installation's address.",
  checkedLater:
    'The DNS did not answer for all records, so nothing has changed. Check again later.',
  type: 'Type',
  name: 'Name',
  value: 'Value',
  status: 'Status',
  copyName: record => `Copy the name: ${record}`,
  copyValue: record => `Copy the value: ${record}`,
  found: 'Found:',
  notChecked: 'Not checked',
  purposes: {
    ownership: 'Shows that the domain is yours.',
    spf: 'Permits the mail server of the portal to send for you. If your domain has a record that begins with v=spf1, do not add a second one: add the part between v=spf1 and ~all to it.',
    dkim: 'Lets mails be signed with your domain.',
    dmarc:
      'Tells recipients what to do with mails that fail these checks. A stricter record of yours can stay.',
  },
  statuses: {
    ok: 'Right',
    missing: 'Not found',
    different: 'Different',
    several: 'More than one',
    unavailable: 'The DNS did not answer',
  },
}
