import { useNavigate, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { limits, line, text } from '#contract/fields.ts'
import { tickets } from '#contract/tickets.ts'
import { useAttempt } from '../data/idempotency.ts'
import { privateStore } from '../data/privateStore.ts'
import { useRouteMutation } from '../data/queries.ts'
import { toast } from '../data/toasts.ts'
import { AttachButton } from '../files/AttachButton.tsx'
import { Attached } from '../files/Attached.tsx'
import { DropZone } from '../files/DropZone.tsx'
import { fileMessages } from '../files/messages.ts'
import type { Upload } from '../files/upload.ts'
import { useAttachment } from '../files/useAttachment.ts'
import { useMe } from '../identity/session/session.ts'
import { navigationMessages } from '../navigation/messages.ts'
import { paths } from '../navigation/paths.ts'
import { Form } from '../ui/form/Form.tsx'
import type { Problems } from '../ui/form/problems.ts'
import { TextArea } from '../ui/form/TextArea.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { MachineField } from './MachineField.tsx'
import { ticketMessages as t } from './messages.ts'
import classes from './NewTicketPage.module.css'

/** The contract lets a ticket start without a message; a person who opens one says what is wrong. */
const NewTicketForm = z.object({ machine: line(limits.name), title: line(limits.title), message: text(limits.message) })

export default function NewTicketPage({ company }: { company: string }) {
  const draft = `draft:new:${useMe()._id}:${company}`
  const { machine } = useSearch({ strict: false }) as { machine?: string }
  const attachment = useAttachment(draft)
  const open = useRouteMutation(tickets.open, t.ticketOpened)
  const navigate = useNavigate()
  const attempted = `attempt:${draft}`
  const attempt = useAttempt({ read: () => privateStore.read(attempted), write: sent => privateStore.write(attempted, sent) })

  async function send(form: z.output<typeof NewTicketForm>) {
    attachment.upload?.retry() // if it has failed: the network may be back
    const files = attachment.upload ? [await attachment.upload.finished()] : []
    const file = attachment.upload?.file
    // Loaded anew after a failure, the page has uploaded the same file under another id.
    const sent = attempt({ ...form, files }, { ...form, file: file && [file.name, file.size] })
    const ticket = await open({ params: { company }, ...sent })
    privateStore.forget(draft)
    privateStore.forget(attempted)
    attachment.release()
    await navigate({ to: paths.ticket('account', company, ticket._id), replace: true })
  }

  return (
    <Page title={navigationMessages.newTicket} about={<p className={classes.about}>{t.newTicketAbout}</p>} width="reading">
      <Form
        schema={NewTicketForm}
        initial={{ ...(privateStore.read(draft) as Record<string, string> | null), ...(machine && { machine }) }}
        submit={t.openTicket}
        onSubmit={send}
        onProblems={({ title, message, machine }) =>
          (title || message) && toast.error(machine ? `${t.emptyTicket} ${t.andMachine}` : t.emptyTicket)
        }
        onTyped={form => {
          const typed = Object.fromEntries(new FormData(form))
          // While the machines have not come none is chosen; the one of before still is.
          const before = privateStore.read(draft) as { machine?: string } | null
          if (typed.title || typed.message) privateStore.write(draft, { ...typed, machine: typed.machine || before?.machine })
          else privateStore.forget(draft)
        }}
        refuse={() => fileProblem(attachment.upload)}
      >
        <MachineField company={company} />
        <TextField name="title" label={t.subject} placeholder={t.subjectHint} required autoComplete="off" />
        <TextArea name="message" label={t.message} placeholder={t.messageHint} rows={7} required />
        <div className={classes.file}>
          <Attached attachment={attachment} />
          {!attachment.upload && (
            <>
              <AttachButton choose={attachment.choose} />
              <span className={classes.hint}>
                {fileMessages.oneFile}
                <span className={classes.more}> · {fileMessages.attachHint}</span>
              </span>
            </>
          )}
        </div>
        <DropZone choose={attachment.choose} />
      </Form>
    </Page>
  )
}

/** A ticket waits for its file, and does not go without it unless it is taken away. */
function fileProblem(upload: Upload | null): Problems {
  const state = upload?.state()
  return upload && state?.step === 'refused' ? { file: `${upload.file.name}: ${state.why}` } : {}
}
