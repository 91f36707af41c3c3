import { useState } from 'react'
import { uiMessages as t } from '../messages.ts'
import classes from './LongText.module.css'
import { WrittenText } from './WrittenText.tsx'

/** Longer than this, in characters or lines, it would push away what the page is for. */
const isLong = (text: string) => text.length > 280 || text.split('\n').length > 4

/** A text as it was written; of a long one its beginning, until the rest is asked for. */
export function LongText({ children: text }: { children: string }) {
  const [folded, fold] = useState(isLong(text))
  return (
    <>
      <div className={classes.text} data-folded={folded || undefined}>
        <WrittenText text={text} />
      </div>
      {isLong(text) && (
        <button type="button" className={classes.more} aria-expanded={!folded} onClick={() => fold(!folded)}>
          {folded ? t.showAll : t.showLess}
        </button>
      )}
    </>
  )
}
