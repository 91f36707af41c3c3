import { toast } from '../../data/toasts.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from './Button.tsx'

/** Copies a text by the Clipboard API; without it the user can
 * select it. `label` tells apart several buttons of a page. */
export const CopyButton = ({ text, label }: { text: string; label?: string }) =>
  navigator.clipboard && (
    <Button small variant="plain" aria-label={label} onClick={() => void copy(text)}>
      {t.copy}
    </Button>
  )

const copy = (text: string) =>
  navigator.clipboard.writeText(text).then(
    () => toast.success(t.copied),
    () => toast.error(t.notCopied),
  )
