import type { receivedMessages as tr } from '../tr/received.ts'

export const receivedMessages: typeof tr = {
  about: days =>
    `Replies and tickets that came by mail. Those whose sender is not certain wait for you; all are kept for ${days} days.`,
  open: 'See the received mails',
  sender: 'Sender',
  unknownSender: 'unknown sender',
  subject: 'Subject',
  noSubject: '(no subject)',
  state: 'Status',
  dateReceived: 'Received',
  stateFilter: 'Filter by status',
  all: 'All',
  states: {
    waiting: 'Being filed',
    filed: 'In its ticket',
    answered: 'Answered',
    automatic: 'Automatic mail',
    bounced: 'Returned mail',
    held: 'Waits for you',
    failed: 'Failed',
    discarded: 'Discarded',
  },
  reasons: {
    otherSender: 'Its sender is not the user of the reply address.',
    severalSenders: 'Its sender is not clear.',
    notAuthentic: 'That it came from this address could not be verified.',
    notPermitted: 'This user no longer sees the ticket.',
    unknownSender: 'Its sender is a user of no company.',
    noRecipient: 'None of its recipients is an address of the portal.',
    empty: 'It has neither text nor attachments.',
    ticketArchived: 'Its ticket is archived.',
    ticketClosed: 'Its ticket is closed, and its time for messages is over.',
    ticketFull: 'Its ticket has as many messages as it can have.',
    machineUnknown: 'Which machine it is about is not clear.',
    tooManyAnswers: 'Too many automatic answers went to this address.',
    nullSender: 'It has no return address, as only the mails of programs do.',
    ownMail: 'It is a mail of this portal that came back.',
    mailingList: 'It came from a mailing list or newsletter.',
    automaticHeader: 'Its header says that a program sent it, such as an out-of-office notice.',
    automaticSender: 'Nobody reads the address of its sender.',
    automaticSubject:
      'By its subject it is an out-of-office notice, a delivery failure or a read receipt.',
    duplicate: 'The same mail is in its ticket already.',
    unreadable: 'The mail cannot be read.',
    dnsUnavailable:
      'The DNS did not answer for an hour, so its sender could not be verified. File it again once the DNS answers.',
    storageUnavailable:
      'The file storage is full or unreachable, so its attachments could not be stored. File it again once the storage works.',
    error:
      'The server had an error for an hour. File it again; if that fails too, tell the operators of the portal when the mail came.',
  },
  read: 'Read',
  retry: 'File again',
  discard: 'Discard',
  askDiscard: 'Discard this mail?',
  discardAbout: 'The mail is written to no ticket.',
  none: 'No received mails',
  noneHint: 'Replies to the mails about tickets are listed here.',
  acceptAbout: sender =>
    `If you accept it, the mail becomes a message in the ticket. First make sure that you know ${sender}.`,
  acceptNewAbout: sender =>
    `If you accept it, the mail becomes a new ticket; if its machine is not clear, the sender gets a link to a new ticket. First make sure that you know ${sender}.`,
  chooseCompany: 'Choose a company',
  acceptAndInvite: 'Invite the sender to this company, and accept',
  acceptAsUser: name => `Accept as written by ${name}`,
  acceptAsSender: 'Invite the sender to the company, and accept as their message',
}
