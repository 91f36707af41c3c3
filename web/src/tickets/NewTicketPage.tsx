import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { companies } from '#contract/companies.ts'
import { line, text } from '#contract/fields.ts'
import { maxAttachments } from '#contract/files.ts'
import { limits } from '#contract/limits.ts'
import { machines } from '#contract/machines.ts'
import { mailIn } from '#contract/mail-in.ts'
import { paths } from '#contract/paths.ts'
import type { Output } from '#contract/route.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { TicketPriority, tickets } from '#contract/tickets.ts'
import { isId } from '../browser/isId.ts'
import { useIdempotencyKey } from '../data/idempotency.ts'
import { privateStore } from '../data/privateStore.ts'
import { lastingData, useRouteMutation, useRouteQuery } from '../data/queries.ts'
import { toast } from '../data/toasts.ts'
import { AttachedFiles } from '../files/AttachedFiles.tsx'
import { AttachButton } from '../files/upload/AttachButton.tsx'
import { Attached } from '../files/upload/Attached.tsx'
import { CameraButton } from '../files/upload/CameraButton.tsx'
import { DropZone } from '../files/upload/DropZone.tsx'
import type { Upload } from '../files/upload/upload.ts'
import { useAttachments } from '../files/upload/useAttachments.ts'
import { useMe } from '../identity/session/session.ts'
import { MachineSelect } from '../machines/MachineSelect.tsx'
import { Warranty } from '../machines/Warranty.tsx'
import { fileMessages, navigationMessages, ticketMessages as t } from '../messages/current.ts'
import { Form } from '../ui/form/Form.tsx'
import type { Problems } from '../ui/form/problems.ts'
import { RadioField } from '../ui/form/RadioField.tsx'
import { SelectField } from '../ui/form/SelectField.tsx'
import { TextArea, TextField } from '../ui/form/TextField.tsx'
import { Notice } from '../ui/layout/Notice.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { MatchingFiles } from './MatchingFiles.tsx'
import classes from './NewTicketPage.module.css'
import { OpenOnMachine } from './OpenOnMachine.tsx'

/** The contract allows a ticket without a message; this form requires one. */
const NewTicketForm = z.object({
  machine: line(limits.name),
  priority: TicketPriority,
  title: line(limits.title),
  message: text(limits.message),
})

export default function NewTicketPage({ company }: { company: string }) {
  const { mail } = useSearch({ strict: false })
  return mail !== undefined && isId(mail) ? (
    <TicketOfMail company={company} received={mail} />
  ) : (
    <NewTicket company={company} />
  )
}

/** A new ticket with the text and files of a mail that became none. */
function TicketOfMail({ company, received }: { company: string; received: string }) {
  // Each request stores the files once more.
  const draft = useRouteQuery(
    mailIn.draft,
    { params: { company, received } },
    { staleTime: Number.POSITIVE_INFINITY, meta: lastingData },
  )
  return (
    <QueryBoundary
      query={draft}
      title={navigationMessages.newTicket}
      skeleton={<Skeleton lines={3} height={56} />}
    >
      {data => <NewTicket company={company} draft={data} draftName={received} />}
    </QueryBoundary>
  )
}

type NewTicketProps = {
  company: string
  draft?: Output<typeof mailIn.draft>
  /** Apart from the company's other unsent ticket. */
  draftName?: string
}

function NewTicket({ company, draft, draftName }: NewTicketProps) {
  const draftKey = ['draft:new', useMe()._id, company, ...(draftName ? [draftName] : [])].join(':')
  const { machine, continues = '' } = useSearch({ strict: false })
  const earlier = useRouteQuery(
    tickets.getOfAccount,
    { params: { company, ticket: continues } },
    { enabled: isId(continues) },
  )
  const continued = isId(continues) && !earlier.isError ? { continues } : {}
  const filesOfMail = draft?.files ?? []
  const attachments = useAttachments(draftKey, { room: maxAttachments - filesOfMail.length })
  const { uploads } = attachments
  const open = useRouteMutation(tickets.open, t.ticketOpened)
  const navigate = useNavigate()
  const attemptKey = `attempt:${draftKey}`
  const withKey = useIdempotencyKey({
    read: () => privateStore.read(attemptKey),
    write: sent => privateStore.write(attemptKey, sent),
  })

  async function send(form: z.output<typeof NewTicketForm>) {
    for (const upload of uploads) upload.retry() // after a failure: the network may be back
    const uploaded = await Promise.all(uploads.map(upload => upload.finished())).catch(() => null)
    if (uploaded === null) return // beside the file is why
    const files = [...filesOfMail.map(({ id }) => id), ...uploaded]
    // After a reload the same file may have another id: name and size identify it.
    const sent = withKey(
      { ...form, ...continued, files },
      { ...form, ...continued, files: uploads.map(({ file }) => [file.name, file.size]) },
    )
    const ticket = await open({ params: { company }, ...sent })
    privateStore.remove(draftKey)
    privateStore.remove(attemptKey)
    attachments.release()
    await navigate({ to: paths.ticket('account', company, ticket._id), replace: true })
  }

  return (
    <Page title={navigationMessages.newTicket} about={t.newTicketAbout} width="reading">
      <Form
        schema={NewTicketForm}
        initial={{
          priority: 'normal',
          ...(draft && { title: draft.title, message: draft.message }),
          ...(privateStore.read(draftKey) as Record<string, string> | null),
          ...(machine && { machine }),
        }}
        submit={t.openTicket}
        onSubmit={send}
        onProblems={(_, { title, message }) =>
          [title, message].some(isBlank) && toast.error(t.emptyTicket)
        }
        onFormInput={form => {
          const typed = Object.fromEntries(new FormData(form))
          // Until the machines are loaded none is chosen: the stored one is kept.
          const previous = privateStore.read(draftKey) as { machine?: string } | null
          if (typed.title || typed.message)
            privateStore.write(draftKey, { ...typed, machine: typed.machine || previous?.machine })
          else privateStore.remove(draftKey)
        }}
        validate={() => findFileProblem(uploads)}
      >
        {earlier.data && (
          <Notice tone="idle">
            <span>{`${t.continues}: `}</span>
            <Link to={paths.ticket('account', company, earlier.data._id)}>
              {ticketName(earlier.data)}
            </Link>
          </Notice>
        )}
        {draft && <CompanyChoice company={company} />}
        <MachineField company={company} />
        <RadioField
          name="priority"
          label={t.priorityOfNew}
          options={TicketPriority.options.map(value => ({
            value,
            label: t.priorities[value],
            hint: t.priorityHints[value],
          }))}
        />
        <TextField
          name="title"
          label={t.subject}
          placeholder={t.subjectHint}
          required
          autoComplete="off"
        />
        <TextArea name="message" label={t.message} placeholder={t.messageHint} rows={7} required />
        <MatchingFiles company={company} />
        {filesOfMail.length > 0 && (
          <div>
            <p className={classes.hint}>{t.filesOfMail}</p>
            <AttachedFiles files={filesOfMail} />
          </div>
        )}
        <div className={classes.file}>
          <Attached attachments={attachments} />
          <AttachButton choose={attachments.choose} />
          <CameraButton choose={attachments.choose} />
          <span className={classes.hint}>
            <span>{fileMessages.upTo(attachments.room)}</span>
            <span className={classes.more}>{` · ${fileMessages.attachHint}`}</span>
          </span>
        </div>
        <DropZone choose={attachments.choose} />
      </Form>
    </Page>
  )
}

const isBlank = (value: unknown) => String(value).trim() === ''

/** A ticket is sent with its files or, once the user has removed a refused one, without it. */
function findFileProblem(uploads: readonly Upload[]): Problems {
  for (const { file, state } of uploads) {
    const current = state.get()
    if (current.step === 'refused') return { file: () => `${file.name}: ${current.reason()}` }
  }
  return {}
}

/** For a mail, which names no account: where its author has several, each has its own machines. */
function CompanyChoice({ company }: { company: string }) {
  const navigate = useNavigate()
  const { data } = useRouteQuery(companies.accounts, {
    query: { page: '0', size: '100', sort: 'name' },
  })
  const accounts = data?.accounts ?? []
  if (accounts.length < 2) return null
  return (
    <SelectField
      name="company"
      label={t.companyOfTicket}
      value={company}
      options={accounts.map(({ _id, name }) => ({ value: _id, label: name }))}
      onChange={({ currentTarget: { value } }) =>
        void navigate({
          to: paths.newTicket(value),
          search: (search: object) => ({ ...search, machine: undefined }),
          replace: true,
        })
      }
    />
  )
}

/** The account's machines to choose from, with the warranty
 * and the open tickets of the chosen one. */
const MachineField = ({ company }: { company: string }) => (
  <MachineSelect
    listRoute={machines.listOfAccount}
    account={company}
    empty={{ title: t.noMachines, hint: t.noMachinesHint }}
    about={machine =>
      'dateOfWarrantyEnd' in machine && (
        <>
          <Warranty what={t.warranty} until={machine.dateOfWarrantyEnd} />
          <OpenOnMachine company={company} machine={machine._id} />
        </>
      )
    }
  />
)
