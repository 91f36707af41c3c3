import { toast } from '../../data/toasts.ts'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from './Button.tsx'

/** Copies a text, where the browser has the Clipboard API; elsewhere the user can select it. */
export const CopyButton = ({ text }: { text: string }) =>
  navigator.clipboard && (
    <Button small variant="plain" onClick={() => void navigator.clipboard.writeText(text).then(() => toast.success(t.copied))}>
      {t.copy}
    </Button>
  )
