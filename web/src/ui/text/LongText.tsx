import { useState } from 'react'
import { uiMessages as t } from '../../messages/current.ts'
import classes from './LongText.module.css'
import { WrittenText } from './WrittenText.tsx'

/** In characters or lines: longer texts would push the page's content out of sight. */
const isLong = (text: string) => text.length > 280 || text.split('\n').length > 4

/** A text as it was written; a long one is folded until the user opens it. */
export function LongText({ children: text }: { children: string }) {
  const [isFolded, setFolded] = useState(isLong(text))
  return (
    <>
      <div className={classes.text} data-folded={isFolded || undefined} dir="auto">
        <span>
          <WrittenText text={text} />
        </span>
      </div>
      {isLong(text) && (
        <button
          type="button"
          className={classes.more}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        >
          {isFolded ? t.showAll : t.showLess}
        </button>
      )}
    </>
  )
}
