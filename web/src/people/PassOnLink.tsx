import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { toast } from '../data/toasts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TextArea } from '../ui/form/TextArea.tsx'
import classes from './PassOnLink.module.css'
import { userMessages as t } from './userMessages.ts'

/** An invitation's link where no mail is sent: to read, to select, to copy, so that it can be passed on. */
export function PassOnLink({ link }: { link: string }) {
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    field.current?.select()
    const copied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    // Browsers keep the clipboard from a page that came without encryption; the old way still works there.
    if (copied || document.execCommand('copy')) toast.success(t.copied)
    else toast.error(t.notCopied)
  }

  return (
    <div className={classes.link}>
      <TextArea ref={field} name="link" label={t.link} value={link} rows={3} readOnly onFocus={event => event.currentTarget.select()} />
      <Button look="plain" icon={<IconCopy aria-hidden />} onClick={() => void copy()}>
        {t.copyLink}
      </Button>
    </div>
  )
}
