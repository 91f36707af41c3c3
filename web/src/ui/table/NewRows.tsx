import { IconArrowUp } from '@tabler/icons-react'
import { uiMessages as t } from '../../messages/current.ts'
import { Button } from '../controls/Button.tsx'
import { formatNumber } from '../text/format.ts'
import { type HeldRows, scrollerOf } from './heldRows.ts'
import classes from './NewRows.module.css'

/** Shows the rows that wait, at the top of the list; it lies over the list and moves nothing. */
export function NewRows({ held: { frame, hasChanged, newCount, show } }: { held: HeldRows }) {
  const handleClick = () => {
    show()
    if (frame.current) scrollerOf(frame.current).scrollTo({ top: 0 })
    // the button goes away
    frame.current?.closest('section')?.focus({ preventScroll: true })
  }
  return (
    <div role="status" className={classes.notice}>
      {hasChanged && (
        <Button small icon={IconArrowUp} onClick={handleClick}>
          {newCount > 0 ? t.newRows(formatNumber(newCount)) : t.changedRows}
        </Button>
      )}
    </div>
  )
}
