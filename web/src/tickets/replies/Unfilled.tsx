import { replyMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { formatList } from '../../ui/text/format.ts'
import classes from './Unfilled.module.css'

type Props = {
  id: string
  /** The placeholders that stopped the message. */
  left: string[]
  onSendAnyway: () => void
}

export const Unfilled = ({ id, left, onSendAnyway }: Props) =>
  left.length > 0 && (
    <div className={classes.unfilled} role="alert">
      <p id={id}>{t.unfilled(formatList(left))}</p>
      <Button variant="plain" small onClick={onSendAnyway}>
        {t.sendAsIs}
      </Button>
    </div>
  )
