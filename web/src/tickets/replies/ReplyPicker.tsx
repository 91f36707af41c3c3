import { lazy, Suspense, useState } from 'react'
import type { AttachedUpload } from '../../files/upload/useAttachments.ts'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { ReplyPanel } from './ReplyPanel.tsx'
import type { ReplyPickerState } from './useReplyPicker.ts'

const ReplyList = lazy(() => import('./ReplyList.tsx'))

type Props = {
  picker: ReplyPickerState
  onAttach: (files: AttachedUpload[]) => void
}

export function ReplyPicker({ picker, onAttach }: Props) {
  const { open, ticket, id, field, panel, handleKey, setActiveOption, leave } = picker
  const [announcement, setAnnouncement] = useState('')
  if (!ticket) return null
  return (
    <>
      <span className="sr-only" role="status">
        <span key={announcement}>{open && announcement}</span>
      </span>
      {open && (
        <ReplyPanel panel={panel} onBlur={leave}>
          <Suspense fallback={<Skeleton lines={3} height={44} />}>
            <ReplyList
              id={id}
              ticket={ticket}
              query={open.query}
              handleKey={handleKey}
              onActive={setActiveOption}
              onAnnounce={setAnnouncement}
              onChoose={(text, uploads) => {
                picker.insert(text)
                onAttach(uploads.map(upload => ({ ...upload.file, upload })))
              }}
              onClose={picker.dismiss}
              onLeave={() => field.current?.focus()}
            />
          </Suspense>
        </ReplyPanel>
      )}
    </>
  )
}
