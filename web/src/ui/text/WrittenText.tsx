import { directionParts } from '#contract/direction.ts'
import { uiMessages as t } from '../messages.ts'
import classes from './WrittenText.module.css'

/** A text of many lines as it was written; marks that would turn its reading direction are shown in their place, and turn nothing. */
export const WrittenText = ({ text }: { text: string }) =>
  directionParts(text).map(({ text, mark }, place) =>
    mark === undefined ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts never change places
      <span key={place} className={classes.mark} role="img" aria-label={t.directionMark(mark)}>
        {text}
      </span>
    ),
  )
