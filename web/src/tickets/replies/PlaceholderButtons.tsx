import type { RefObject } from 'react'
import { type Placeholder, placeholderNames } from '#contract/text/placeholders.ts'
import { language, savedReplyMessages as t } from '../../messages/current.ts'
import classes from './PlaceholderButtons.module.css'

const names = Object.entries(placeholderNames) as [
  Placeholder,
  (typeof placeholderNames)[Placeholder],
][]

/** The fixed placeholders, each with its meaning; a click writes it into the last used text. */
export function PlaceholderButtons({ field }: { field: RefObject<HTMLTextAreaElement | null> }) {
  function insert(placeholder: Placeholder, button: HTMLButtonElement) {
    const text = field.current ?? button.form?.querySelector('textarea')
    if (!text) return
    text.focus()
    const inLanguage = placeholderNames[placeholder][text.lang === 'en' ? 'en' : 'tr']
    document.execCommand('insertText', false, `{${inLanguage}}`)
  }
  return (
    <fieldset className={classes.placeholders}>
      <legend>{t.placeholdersTitle}</legend>
      <div className={classes.buttons}>
        {names.map(([placeholder, name]) => {
          const about = t.placeholders[placeholder]
          const shown = `{${name[language]}}`
          return (
            <button
              key={placeholder}
              type="button"
              className={classes.button}
              aria-label={t.insertPlaceholder(shown, about)}
              onClick={({ currentTarget }) => insert(placeholder, currentTarget)}
            >
              <code>{shown}</code> <span>{about}</span>
            </button>
          )
        })}
      </div>
      <p className={classes.hint}>{t.placeholdersHint}</p>
    </fieldset>
  )
}
