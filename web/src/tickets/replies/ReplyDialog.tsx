import { type ChangeEvent, type FocusEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import {
  hasReplyText,
  NewSavedReply,
  type SavedReply,
  savedReplies,
} from '#contract/saved-replies.ts'
import type { Language } from '#contract/text/messages.ts'
import { useRouteMutationInPlace } from '../../data/queries.ts'
import type { Upload } from '../../files/upload/upload.ts'
import { savedReplyMessages as t } from '../../messages/current.ts'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import type { DialogState } from '../../ui/dialog/useDialog.ts'
import { conflictAt } from '../../ui/form/conflictAt.ts'
import { RadioField } from '../../ui/form/RadioField.tsx'
import { TextArea, TextField } from '../../ui/form/TextField.tsx'
import { PlaceholderButtons } from './PlaceholderButtons.tsx'
import { ReplyFileField } from './ReplyFileField.tsx'
import { ReplyPreview } from './ReplyPreview.tsx'
import { uploadsOfReply } from './replyUpload.ts'

/** About a saved reply, which is changed, or null for a new one. */
type Props = { dialog: DialogState<SavedReply | null> }

const { shortcode, turkish, english } = NewSavedReply.shape
const Form = z
  .object({ shortcode, turkish, english, visibleTo: z.enum(['me', 'team']) })
  .check(hasReplyText)

export default function ReplyDialog({ dialog }: Props) {
  const save = useRouteMutationInPlace(savedReplies.save, t.saved)
  const change = useRouteMutationInPlace(savedReplies.change, ({ message }) => message)
  const saved = dialog.subject ?? null
  const chosen = useRef<readonly Upload[]>([])
  return (
    <FormDialog
      key={saved?._id}
      dialog={dialog}
      title={saved ? t.edit : t.add}
      schema={Form}
      initial={{
        shortcode: saved?.shortcode ?? '',
        turkish: saved?.turkish ?? '',
        english: saved?.english ?? '',
        visibleTo: saved?.isOfTeam ? 'team' : 'me',
      }}
      submit={t.save}
      validate={() => {
        for (const { state } of chosen.current) {
          const current = state.get()
          if (current.step === 'refused') return { file: current.reason }
        }
        return {}
      }}
      onSubmit={async ({ visibleTo, ...texts }) => {
        for (const upload of chosen.current) upload.retry() // the network may be back
        const files = await Promise.all(chosen.current.map(upload => upload.finished()))
        const body = { ...texts, isOfTeam: visibleTo === 'team', files }
        const stored = saved ? change({ params: { reply: saved._id }, body }) : save({ body })
        await (stored as Promise<unknown>).catch(conflictAt('shortcode'))
      }}
    >
      <TextField
        name="shortcode"
        label={t.shortcode}
        hint={t.shortcodeHint}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        data-autofocus
      />
      <Texts saved={saved} />
      <ReplyFileField initial={saved ? uploadsOfReply(saved.files) : []} chosen={chosen} />
      <RadioField
        name="visibleTo"
        label={t.visibleTo}
        options={[
          { value: 'me', label: t.me, hint: t.meHint },
          { value: 'team', label: t.team, hint: t.teamHint },
        ]}
      />
    </FormDialog>
  )
}

/** The text in both languages, with what it becomes on a ticket. */
function Texts({ saved }: { saved: SavedReply | null }) {
  const [texts, setTexts] = useState({ tr: saved?.turkish ?? '', en: saved?.english ?? '' })
  const last = useRef<HTMLTextAreaElement>(null)
  const fieldOf = (language: Language) => ({
    label: t.textOf[language],
    lang: language,
    rows: 5,
    onFocus: ({ currentTarget }: FocusEvent<HTMLTextAreaElement>) => {
      last.current = currentTarget
    },
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLTextAreaElement>) =>
      setTexts(all => ({ ...all, [language]: value })),
  })
  return (
    <>
      <TextArea name="turkish" hint={t.textHint} {...fieldOf('tr')} />
      <TextArea name="english" {...fieldOf('en')} />
      <PlaceholderButtons field={last} />
      <ReplyPreview texts={texts} />
    </>
  )
}
