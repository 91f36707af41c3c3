import type { Language } from '#contract/messages.ts'
import { chooseLanguage } from '../../identity/session/ownLanguage.ts'
import { language, shellMessages as t } from '../../messages/current.ts'
import { Flag } from './Flag.tsx'
import classes from './LanguageChoice.module.css'

const names: [Language, string][] = [
  ['tr', 'Türkçe'],
  ['en', 'English'],
]

/** Both languages, each in its own name; choosing one changes the page's texts. `brief`: a phone shows only the other language. */
export const LanguageChoice = ({ brief = false }: { brief?: boolean }) => (
  // biome-ignore lint/a11y/useSemanticElements: two buttons, not the fields of a form
  <div className={classes.choice} data-brief={brief || undefined} role="group" aria-label={t.language}>
    {names.map(([each, name]) => (
      <button
        key={each}
        type="button"
        lang={each}
        title={name}
        aria-pressed={each === language}
        onClick={() => each !== language && void chooseLanguage(each)}
      >
        <Flag language={each} />
        <span className={classes.name}>{name}</span>
      </button>
    ))}
  </div>
)
