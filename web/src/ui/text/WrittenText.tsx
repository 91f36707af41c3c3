import { directionParts } from '#contract/text/direction.ts'
import { uiMessages as t } from '../../messages/current.ts'
import classes from './WrittenText.module.css'

/** A text of many lines as it was written; marks that change
 * the reading direction are shown, and have no effect. */
export const WrittenText = ({ text }: { text: string }) =>
  directionParts(text).map(({ text, mark }, index) =>
    mark === undefined ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text's parts keep their order
      <span key={index}>{text}</span>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <span key={index} className={classes.mark} role="img" aria-label={t.directionMark(mark)}>
        {text}
      </span>
    ),
  )
