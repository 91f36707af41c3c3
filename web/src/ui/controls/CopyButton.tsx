import { toast } from '../../data/toasts.ts'
import { uiMessages as t } from '../messages.ts'
import { Button } from './Button.tsx'

/** Takes a text to the clipboard, where the browser lets it: elsewhere it can be selected. */
export const CopyButton = ({ text }: { text: string }) =>
  navigator.clipboard && (
    <Button small look="plain" onClick={() => void navigator.clipboard.writeText(text).then(() => toast.success(t.copied))}>
      {t.copy}
    </Button>
  )
