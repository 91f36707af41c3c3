import PostalMime, { type Email } from 'postal-mime'

/** Whose mails name it as their sender, and its team's mailbox. */
export type MailVendor = { name: string; team: string }
/** A customer of a vendor; one mailbox may belong to customers of several. */
export type Writer<V extends MailVendor = MailVendor> = { email: string; vendor: V }

type Delivered = { to: string; email: Email; news: News[]; at: Date; runs: string[] }
/** What a mail tells of one conversation. */
export type News = { conversation: number; news: string; replyTo: string }
/** What customer and team write in turn; the first text opens the ticket. */
export const turns = [
  'Pres durdu, yağ akıyor.',
  'Basınç kaç bar?',
  'Göstergede 40 bar yazıyor.',
  'Vanayı kapatın, geliyoruz.',
]
export const titleOf = (conversation: number) => `Konuşma ${conversation} bitti`
export const conversationOf = (text: string) =>
  Number(/Konuşma (\d+) bitti/.exec(text)?.[1] ?? Number.NaN)

/** The mailboxes of all users; a mail with a known
 * Message-ID is not shown again, as in a mail program. */
export function createMailboxes() {
  const mails = new Map<string, Delivered>()
  const answered = new Set<string>()
  /** How many mails told a reader of a turn of a conversation. */
  const timesTold = new Map<string, number>()
  const keyOf = (to: string, conversation: number, turn: number) => `${to} ${conversation} ${turn}`
  const sent = () => [...mails.values()]
  return {
    onMail: async (_: Delivered, _news: News) => {},
    /** `run`: the run of the portal that sent the mail. */
    async deliver(to: string, raw: Buffer, run: string) {
      const email = await PostalMime.parse(raw)
      const id = `${to} ${email.messageId}`
      const known = mails.get(id)
      if (known) return void known.runs.push(run)
      const mail = { to, email, news: newsIn(email), at: new Date(), runs: [run] }
      mails.set(id, mail)
      for (const { conversation, news } of mail.news)
        for (const [turn, text] of turns.entries()) {
          const key = keyOf(to, conversation, turn)
          if (news.includes(text)) timesTold.set(key, (timesTold.get(key) ?? 0) + 1)
        }
      for (const news of mail.news) await this.onMail(mail, news)
    },
    begin: (turn: string) => !answered.has(turn) && answered.add(turn),
    isTold: (to: string, conversation: number, turn: number) =>
      timesTold.has(keyOf(to, conversation, turn)),
    count: () => mails.size,
    /** What the mails of a conversation told, and when. */
    about: (title: string) =>
      sent()
        .flatMap(({ to, email, news, at }) => news.map(of => ({ to, email, at, ...of })))
        .filter(({ conversation }) => conversation === conversationOf(title))
        .map(({ to, email, news, at }) => ({
          at: at.toISOString(),
          to,
          messageId: email.messageId,
          turns: turns.flatMap((text, turn) => (news.includes(text) ? turn : [])).join(),
        })),
    /** The link of a vendor's first mail to a user, their invitation. */
    linkTo: ({ email: address, vendor }: Writer) =>
      sent().flatMap(({ to, email }) =>
        to === address && email.from?.name === vendor.name
          ? (/http\S+/.exec(email.text ?? '') ?? [])
          : [],
      )[0],
    /** The addresses at which users reply to tickets, of the mails about one ticket. */
    replyAddresses: () =>
      sent().flatMap(({ to, email }) => {
        const address = email.replyTo?.[0]?.address
        return address?.startsWith('reply+') ? { to, address, vendor: email.from?.name ?? '' } : []
      }),
    compare(writers: Writer[]) {
      const expected = writers.flatMap(({ email, vendor }, conversation) =>
        turns.map((_, turn) => keyOf(turn % 2 === 0 ? vendor.team : email, conversation, turn)),
      )
      const isMisdirected = ({ to, email }: Delivered, { conversation }: News) => {
        const writer = writers[conversation]
        if (email.from?.name !== writer?.vendor.name) return true
        return to !== writer?.vendor.team && to !== writer?.email
      }
      return {
        untold: expected.filter(key => !timesTold.has(key)).length,
        toldTwice: [...timesTold.values()].filter(times => times > 1).length,
        misdirected: sent().filter(mail => mail.news.some(news => isMisdirected(mail, news)))
          .length,
        repeated: sent().filter(({ runs }) => runs.length > 1).length,
        /** Only the end of a run excuses that a mail is sent again. */
        repeatedInOneRun: sent().filter(({ runs }) => new Set(runs).size < runs.length),
      }
    },
  }
}
export type Mailboxes = ReturnType<typeof createMailboxes>

/** A mail about a ticket tells of one conversation, a digest of several. */
function newsIn({ subject = '', text = '', replyTo }: Email): News[] {
  if (subject.includes('bitti'))
    return [
      {
        conversation: conversationOf(subject),
        news: text.split('Önceki mesajlar')[0] ?? '',
        replyTo: replyTo?.[0]?.address ?? '',
      },
    ]
  return text
    .split(/\r?\n\r?\n/)
    .map(entry => ({
      conversation: conversationOf(entry),
      news: entry,
      replyTo: /reply\+\S+/.exec(entry)?.[0] ?? '',
    }))
    .filter(({ replyTo }) => replyTo !== '')
}
