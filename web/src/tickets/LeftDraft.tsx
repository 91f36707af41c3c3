import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './LeftDraft.module.css'
import { ticketMessages as t } from './messages.ts'

/** What was being written when somebody else archived the ticket: it can no longer be sent, and is not lost. */
export const LeftDraft = ({ text, onDrop }: { text: string; onDrop: () => void }) => (
  <div className={classes.draft} role="alert">
    <strong>{t.draftLeft}</strong>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard too */}
    <p className={classes.text} tabIndex={0}>
      <WrittenText text={text} />
    </p>
    <div className={classes.buttons}>
      <CopyButton text={text} />
      <Button small look="plain" onClick={onDrop}>
        {t.drop}
      </Button>
    </div>
  </div>
)
