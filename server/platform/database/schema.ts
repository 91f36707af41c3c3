// Made by scripts/schema.ts from the migrations. Do not edit.
import type { Generated, GeneratedAlways } from 'kysely'

/** The tables as PostgreSQL has them; instants are ISO 8601 strings, days YYYY-MM-DD. */
export type Schema = {
  activations: {
    vendorId: Generated<string>
    userId: string
    purpose: 'invitation' | 'reset' | 'email'
    id: string
    tokenHash: Buffer
    dateExpires: string
    email: string | null
  }
  attempts: {
    vendorId: Generated<string>
    key: string
    dateEnds: string
  }
  auditEntries: {
    vendorId: Generated<string>
    id: string
    dateCreated: Generated<string>
    userId: string | null
    userName: Generated<string>
    role: string | null
    action: string
    subject: Generated<string>
    companyId: string | null
    refusal: string | null
    address: Generated<string>
    device: Generated<string>
    request: Generated<string>
    attempts: number | null
    networks: Generated<string[]>
    dateNotified: string | null
    changes: Generated<Record<string, string>>
    search: GeneratedAlways<string>
  }
  companies: {
    vendorId: Generated<string>
    id: string
    name: string
    dateSupportEnd: string | null
    dateAdded: Generated<string>
    dateRemoved: string | null
    search: GeneratedAlways<string>
  }
  companyMachines: {
    vendorId: Generated<string>
    id: string
    companyId: string
    machineId: string
    serialNumber: string
    dateOfPurchase: string
    dateOfWarrantyEnd: string | null
    notes: Generated<string>
    dateCreated: Generated<string>
    dateRemoved: string | null
    search: GeneratedAlways<string>
  }
  fileParts: {
    vendorId: Generated<string>
    fileId: string
    firstByte: number
    size: number
    storedAs: string
  }
  fileUsage: {
    vendorId: Generated<string>
    bytes: number
  }
  filedMails: {
    vendorId: Generated<string>
    fingerprint: string
    ticketId: string
    userId: string
    signatures: string[]
  }
  files: {
    vendorId: Generated<string>
    id: string
    uploaderId: string
    fileName: string
    fileSize: number
    fileType: string
    uploadDate: Generated<string>
    dateStored: string | null
    dateConfirmed: string | null
    dateAttached: string | null
    scan: 'waiting' | 'clean' | 'oversize' | 'infected' | 'cancelled' | null
    infection: string | null
    dateScanned: string | null
    storedAs: string | null
    isInspected: Generated<boolean>
    linkRevision: Generated<number>
  }
  idempotencyKeys: {
    vendorId: Generated<string>
    userId: string
    key: string
    call: string
    answer: string | null
    dateCreated: Generated<string>
    request: string | null
  }
  machineFiles: {
    vendorId: Generated<string>
    machineId: string
    fileId: string
  }
  machines: {
    vendorId: Generated<string>
    id: string
    name: string
    sku: string
    description: Generated<string>
    dateCreated: Generated<string>
    dateRemoved: string | null
    search: GeneratedAlways<string>
  }
  mailCounts: {
    vendorId: Generated<string>
    day: Generated<string>
    outcome: string
    count: number
  }
  mailedMessages: {
    vendorId: Generated<string>
    messageId: string
    dateMailed: Generated<string>
  }
  mails: {
    vendorId: Generated<string>
    id: string
    userId: string
    kind: string
    data: Record<string, string>
    state: Generated<'waiting' | 'sending' | 'failed'>
    job: string
    attempts: Generated<number>
    answer: string | null
    dateCreated: Generated<string>
    dateTried: string | null
    dateNext: Generated<string | null>
  }
  memberships: {
    vendorId: Generated<string>
    userId: string
    companyId: string
    department: Generated<string>
    position: Generated<string>
    dateCreated: Generated<string>
  }
  messageFiles: {
    vendorId: Generated<string>
    messageId: string
    fileId: string
    position: Generated<number>
  }
  messageMails: {
    vendorId: Generated<string>
    messageId: string
    contents: string
  }
  messageUsage: {
    vendorId: Generated<string>
    shard: number
    bytes: number
  }
  messages: {
    vendorId: Generated<string>
    id: string
    ticketId: string
    userId: string
    isStaff: boolean
    contents: string
    dateAdded: Generated<string>
    dateRetracted: string | null
    recordedBy: string | null
    mergedFrom: string | null
  }
  noteFiles: {
    vendorId: Generated<string>
    noteId: string
    fileId: string
    position: number
  }
  noteMentions: {
    vendorId: Generated<string>
    noteId: string
    userId: string
  }
  notificationScopes: {
    vendorId: Generated<string>
    userId: string
    scope: 'all' | 'mine' | 'companies'
    companies: Generated<string[]>
    pushText: Generated<boolean>
    pushEnded: string | null
  }
  notifications: {
    vendorId: Generated<string>
    userId: string
    id: string
    ticketId: string
    kind: string
    actorId: string | null
    messageId: string | null
    noteId: string | null
    mailId: string | null
    dateCreated: Generated<string>
    dateRead: string | null
  }
  preferences: {
    vendorId: Generated<string>
    userId: string
    kind: string
    mail: boolean
    browser: boolean
  }
  privateFiles: {
    vendorId: Generated<string>
    companyMachineId: string
    fileId: string
  }
  pushSubscriptions: {
    vendorId: Generated<string>
    id: string
    userId: string
    sessionId: string | null
    endpoint: string
    p256dh: string
    auth: string
    dateCreated: Generated<string>
    dateUsed: Generated<string>
  }
  receivedMails: {
    vendorId: Generated<string>
    id: string
    fingerprint: string
    recipient: string
    envelopeFrom: Generated<string>
    clientAddress: Generated<string>
    clientName: Generated<string>
    raw: Buffer
    sender: Generated<string>
    senderName: Generated<string>
    subject: Generated<string>
    mailReference: Generated<string>
    state: Generated<
      'waiting' | 'filed' | 'answered' | 'automatic' | 'bounced' | 'held' | 'failed' | 'discarded'
    >
    reason: string | null
    userId: string | null
    ticketId: string | null
    asked: string | null
    isAccepted: Generated<boolean>
    isTold: Generated<boolean>
    attempts: Generated<number>
    failedChecks: Generated<number>
    dateAttempted: string | null
    dateReceived: Generated<string>
    dateChanged: Generated<string>
    dateSeen: string | null
    search: GeneratedAlways<string>
  }
  recoveryCodes: {
    vendorId: Generated<string>
    userId: string
    codeHash: string
  }
  replyTokens: {
    vendorId: Generated<string>
    ticketId: string
    userId: string
    token: string
    dateCreated: Generated<string>
  }
  savedReplies: {
    vendorId: Generated<string>
    id: string
    userId: string
    isOfTeam: boolean
    shortcode: string
    turkish: Generated<string>
    english: Generated<string>
    dateCreated: Generated<string>
  }
  savedReplyFiles: {
    vendorId: Generated<string>
    replyId: string
    fileId: string
  }
  secondFactors: {
    vendorId: Generated<string>
    userId: string
    secret: string
    dateCreated: Generated<string>
    dateConfirmed: string | null
    lastStep: Generated<number>
  }
  sessions: {
    vendorId: Generated<string>
    id: string
    userId: string
    dateCreated: Generated<string>
    dateExpires: string
    device: Generated<string>
    address: Generated<string>
    dateUsed: Generated<string>
    dateAuthenticated: Generated<string>
    isKept: Generated<boolean>
  }
  thumbnails: {
    vendorId: Generated<string>
    fileId: string
    side: number
    bytes: Buffer | null
    width: Generated<number>
    height: Generated<number>
    dateDrawn: Generated<string>
  }
  ticketChanges: {
    vendorId: Generated<string>
    id: string
    ticketId: string
    status: 'open' | 'closed' | 'archived' | 'assigned' | 'prioritized' | 'snoozed' | 'corrected'
    userId: string | null
    assigneeId: string | null
    priority: 'standing' | 'impaired' | 'normal' | 'question' | null
    dateSnoozed: string | null
    field: 'title' | 'machine' | 'requester' | 'company' | null
    valueBefore: Generated<string>
    valueAfter: Generated<string>
    dateChanged: string
  }
  ticketFilters: {
    vendorId: Generated<string>
    id: string
    userId: string
    isOfTeam: boolean
    name: string
    query: Record<string, string>
    dateCreated: Generated<string>
  }
  ticketFollows: {
    vendorId: Generated<string>
    ticketId: string
    userId: string
    follows: boolean
  }
  ticketMerges: {
    vendorId: Generated<string>
    ticketId: string
    intoId: string
    userId: string
    wasOpen: boolean
    dateMerged: Generated<string>
  }
  ticketNotes: {
    vendorId: Generated<string>
    id: string
    ticketId: string
    userId: string
    contents: string
    dateAdded: Generated<string>
    mergedFrom: string | null
  }
  ticketNumbers: {
    vendorId: Generated<string>
    last: number
  }
  ticketReads: {
    vendorId: Generated<string>
    userId: string
    ticketId: string
    dateRead: Generated<string>
  }
  ticketStates: {
    vendorId: Generated<string>
    ticketId: string
    companyId: string
    dateCreated: string
    isOpen: boolean
    priority: Generated<'standing' | 'impaired' | 'normal' | 'question'>
    assigneeId: string | null
    dateLastMessage: string | null
    lastMessageIsStaff: Generated<boolean>
    isAnswered: Generated<boolean>
    waitingFor: 'team' | 'customer' | null
    dateWaiting: string | null
    dateDue: string | null
    callBack: Generated<string>
    dateSnoozed: string | null
  }
  ticketTopics: {
    vendorId: Generated<string>
    ticketId: string
    topicId: string
  }
  tickets: {
    vendorId: Generated<string>
    id: string
    companyId: string
    companyMachineId: string
    title: string
    status: Generated<'open' | 'closed' | 'archived'>
    createdBy: string
    dateCreated: Generated<string>
    dateClosed: string | null
    search: GeneratedAlways<string>
    closedBy: string | null
    archivedBy: string | null
    dateArchived: string | null
    number: Generated<number>
    continuesId: string | null
  }
  topics: {
    vendorId: Generated<string>
    id: string
    name: string
    dateCreated: Generated<string>
  }
  undeliverableAddresses: {
    vendorId: Generated<string>
    userId: string
    diagnostic: Generated<string>
    dateBounced: Generated<string>
  }
  users: {
    vendorId: Generated<string>
    id: string
    email: string | null
    passwordHash: string | null
    name: string
    surname: Generated<string>
    phone: Generated<string>
    language: Generated<'tr' | 'en'>
    role: 'operator' | 'admin' | 'staff' | 'customer'
    operatorId: string | null
    dateCreated: Generated<string>
    dateSignedIn: string | null
    startPage: Generated<'companies' | 'home' | 'tickets'>
    timeZone: Generated<string>
    isContact: Generated<boolean>
    search: GeneratedAlways<string>
  }
  vendorDomains: {
    vendorId: Generated<string>
    domain: string
    dateCreated: Generated<string>
  }
  vendors: {
    vendorId: string
    name: string
    liveSupportUrl: string | null
    dateCreated: Generated<string>
    fileQuota: number | null
    secondFactorRequired: Generated<boolean>
    reopenDays: Generated<number>
    assignOnReply: Generated<boolean>
    staffMayInvite: Generated<boolean>
    customersSeePresence: Generated<boolean>
    country: Generated<string>
    keptSessions: Generated<'nobody' | 'customers' | 'everyone'>
    emergencyPhone: Generated<string>
    emergencyAlways: Generated<boolean>
    timeZone: Generated<string>
    opens: Generated<(number | null)[]>
    closes: Generated<(number | null)[]>
    publicHolidays: Generated<boolean>
    daysOff: Generated<string[]>
    firstTargets: Generated<(number | null)[]>
    nextTargets: Generated<(number | null)[]>
    dueDatesAfter: string | null
    mailInAddress: string | null
    senderName: string | null
    senderAddress: string | null
    dateSenderVerified: string | null
    color: string | null
  }
}
