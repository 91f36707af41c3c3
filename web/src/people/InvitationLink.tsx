import { IconCopy } from '@tabler/icons-react'
import { useRef } from 'react'
import { toast } from '../data/toasts.ts'
import { peopleMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TextArea } from '../ui/form/TextField.tsx'
import classes from './InvitationLink.module.css'

/** The link of an invitation, to pass on where the installation sends no mail. */
export function InvitationLink({ link }: { link: string }) {
  const field = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    field.current?.select()
    const isCopied = await navigator.clipboard?.writeText(link).then(
      () => true,
      () => false,
    )
    // The Clipboard API needs HTTPS; `execCommand` works without.
    if (isCopied || document.execCommand('copy')) toast.success(t.copied)
    else toast.error(t.notCopied)
  }

  return (
    <div className={classes.link} data-unsaved>
      <TextArea
        ref={field}
        name="link"
        label={t.link}
        value={link}
        rows={3}
        readOnly
        onFocus={event => event.currentTarget.select()}
      />
      <Button variant="plain" icon={IconCopy} onClick={() => void copy()}>
        {t.copyLink}
      </Button>
    </div>
  )
}
