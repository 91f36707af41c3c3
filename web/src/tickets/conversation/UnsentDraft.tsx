import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { WrittenText } from '../../ui/text/WrittenText.tsx'
import classes from './UnsentDraft.module.css'

/** A draft whose ticket was archived: it cannot be sent, but it can be copied. */
export const UnsentDraft = ({
  title,
  text,
  onDiscard,
}: {
  title: string
  text: string
  onDiscard: () => void
}) => (
  <div className={classes.draft} role="alert">
    <strong>{title}</strong>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by the keyboard, too */}
    <p className={classes.text} dir="auto" tabIndex={0}>
      <WrittenText text={text} />
    </p>
    <div className={classes.buttons}>
      <CopyButton text={text} />
      <Button small variant="plain" onClick={onDiscard}>
        {t.discard}
      </Button>
    </div>
  </div>
)
