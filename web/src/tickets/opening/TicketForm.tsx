import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { line, text } from '#contract/fields.ts'
import { type FileRecord, maxAttachments } from '#contract/files.ts'
import { limits } from '#contract/limits.ts'
import type { Area } from '#contract/paths.ts'
import { TicketPriority } from '#contract/tickets.ts'
import { privateStore } from '../../data/privateStore.ts'
import { toast } from '../../data/toasts.ts'
import { AttachedFiles } from '../../files/AttachedFiles.tsx'
import { AttachButton } from '../../files/upload/AttachButton.tsx'
import { Attached } from '../../files/upload/Attached.tsx'
import { CameraButton } from '../../files/upload/CameraButton.tsx'
import { DropZone } from '../../files/upload/DropZone.tsx'
import { createSettledUpload, type Upload } from '../../files/upload/upload.ts'
import { useAttachments } from '../../files/upload/useAttachments.ts'
import { EmergencyNumber } from '../../live/EmergencyNumber.tsx'
import { fileMessages, ticketMessages as t } from '../../messages/current.ts'
import { Form } from '../../ui/form/Form.tsx'
import type { Problems } from '../../ui/form/problems.ts'
import { RadioField } from '../../ui/form/RadioField.tsx'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import type { NewTicket } from '../outbox/outbox.ts'
import { CallBackField } from './CallBackField.tsx'
import { MatchingFiles } from './MatchingFiles.tsx'
import { type DraftValues, readDraft } from './newTicketDraft.ts'
import classes from './TicketForm.module.css'
import { useOpenTicket } from './useOpenTicket.ts'

/** The contract allows a ticket without a message; this form requires one. */
export const ticketFields = {
  machine: line(limits.name),
  priority: TicketPriority,
  title: line(limits.title),
  message: text(limits.message),
}
type Fields = z.ZodMiniObject<typeof ticketFields>

type Props<S extends Fields> = {
  area: Area
  company: string
  schema: S
  draftKey: string
  /** Without an unsent draft. */
  initial?: DraftValues
  /** Also with an unsent draft. */
  given?: DraftValues
  extra?: Partial<z.input<S>>
  /** The ticket's files beside those that the user adds. */
  filesOfMail?: FileRecord[]
  submit: string
  /** What is sent of the form's own fields. */
  ticketOf?: (form: Omit<z.output<S>, 'message'>) => Omit<NewTicket, 'area' | 'company'>
  /** The fields before the priority. */
  children: ReactNode
}

/** A new ticket, with its files; what is typed survives a reload. */
export function TicketForm<S extends Fields>({
  area,
  company,
  schema,
  draftKey,
  initial,
  given,
  extra = {},
  filesOfMail = [],
  submit,
  ticketOf = form => form as unknown as Omit<NewTicket, 'area' | 'company'>,
  children,
}: Props<S>) {
  const attachments = useAttachments(draftKey, { room: maxAttachments - filesOfMail.length })
  const { uploads } = attachments
  const navigate = useNavigate()
  const openTicket = useOpenTicket()

  async function send({ message, ...form }: z.output<S>) {
    const draft = readDraft(draftKey)
    privateStore.remove(draftKey) // the outbox has it, also after a reload
    const ofMail = filesOfMail.map(({ id, fileName: name, fileSize: size }) =>
      createSettledUpload({ name, size }, { step: 'done', id }),
    )
    attachments.release()
    try {
      const to = await openTicket(message, [...ofMail, ...uploads], {
        ...ticketOf(form),
        area,
        company,
      })
      await navigate({ to, replace: true })
    } catch (error) {
      privateStore.write(draftKey, draft)
      attachments.restore(uploads.map(upload => ({ ...upload.file, upload })))
      if (!uploads.some(hasFailed)) throw error // else beside the file is why
    }
  }

  const emergencyNumber = area === 'account' && <EmergencyNumber />
  const values: DraftValues = { priority: 'normal', ...initial, ...readDraft(draftKey), ...given }
  return (
    <Form
      schema={schema}
      initial={values as Partial<Record<keyof z.input<S> & string, unknown>>}
      extra={extra}
      submit={submit}
      onSubmit={send}
      onProblems={(_, { title, message }) =>
        [title, message].some(isBlank) && toast.error(t.emptyTicket)
      }
      onFormInput={form => {
        const typed = Object.fromEntries(new FormData(form)) as DraftValues
        if (typed.title || typed.message)
          privateStore.write(draftKey, { ...typed, ...chosenBefore(typed, readDraft(draftKey)) })
        else privateStore.remove(draftKey)
      }}
      validate={() => findFileProblem(uploads)}
    >
      {children}
      <RadioField
        name="priority"
        label={t.priorityOfNew}
        options={TicketPriority.options.map(value => ({
          value,
          label: t.priorities[value],
          hint: t.priorityHints[value],
          about: value === 'standing' && emergencyNumber,
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
      {area === 'account' && <CallBackField />}
      <MatchingFiles key={company} area={area} company={company} />
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
  )
}

const hasFailed = ({ state }: Upload) => /failed|refused|lost/.test(state.get().step)

const isBlank = (value: unknown) => String(value).trim() === ''

/** Until the records of a select are loaded none is chosen: the stored one is kept. */
const chosenBefore = (typed: DraftValues, draft: DraftValues): DraftValues =>
  Object.fromEntries(
    ['company', 'user', 'machine'].flatMap(name =>
      !typed[name] && draft[name] ? [[name, draft[name]]] : [],
    ),
  )

/** A ticket is sent with its files or, once the user has removed a refused one, without it. */
function findFileProblem(uploads: readonly Upload[]): Problems {
  for (const { file, state } of uploads) {
    const current = state.get()
    if (current.step === 'refused') return { file: () => `${file.name}: ${current.reason()}` }
  }
  return {}
}
