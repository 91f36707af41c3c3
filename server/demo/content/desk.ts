import type { TicketPriority } from '#contract/tickets.ts'

/** In working minutes, for first and further answers alike. */
export const targets: Record<TicketPriority, number> = {
  standing: 60,
  impaired: 240,
  normal: 480,
  question: 960,
}

type Colleague = 'staff' | 'elif' | 'murat' | 'deniz' | 'admin'

export type DeskTicket = {
  /** `asked`, `reopened`: the customer has written again; `promised`: the team owes more */
  state: 'new' | 'asked' | 'reopened' | 'promised' | 'answered'
  assignee: Colleague | null
  /** working minutes until the reply is due, as far as the target is that long */
  left: number
  /** for how many days */
  snoozed?: number
  /** an internal note, after the last message */
  note?: { by: Colleague; mentions: Colleague[]; contents: string }
}

/** What the newest open tickets wait for, the newest first. */
export const desk: DeskTicket[] = [
  { state: 'new', assignee: null, left: 450 },
  { state: 'new', assignee: null, left: 40 },
  { state: 'new', assignee: null, left: 380 },
  {
    state: 'asked',
    assignee: 'staff',
    left: 25,
    note: {
      by: 'elif',
      mentions: ['staff'],
      contents:
        '@Hüseyin Demir bu müşteriye geçen ay da aynı parçayı yolladık. Yenisini göndermeden önce montajı kimin yaptığını soralım mı?',
    },
  },
  { state: 'new', assignee: null, left: 900 },
  { state: 'asked', assignee: 'staff', left: -35 },
  { state: 'reopened', assignee: 'elif', left: 150 },
  { state: 'asked', assignee: 'staff', left: 95 },
  { state: 'new', assignee: null, left: -70 },
  { state: 'asked', assignee: 'murat', left: 300 },
  { state: 'asked', assignee: 'staff', left: 240, snoozed: 1 },
  { state: 'reopened', assignee: 'deniz', left: -240 },
  { state: 'promised', assignee: 'staff', left: 400 },
  { state: 'answered', assignee: 'elif', left: 0, snoozed: 2 },
  { state: 'asked', assignee: 'admin', left: 480 },
  { state: 'asked', assignee: 'staff', left: -660 },
  { state: 'asked', assignee: 'staff', left: 700, snoozed: 4 },
  { state: 'asked', assignee: 'murat', left: 50 },
]
