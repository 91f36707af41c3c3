import { chooseLanguage } from '../../identity/session/ownLanguage.ts'
import { language, shellMessages as t } from '../../messages/current.ts'
import { languageNames } from '../../messages/languageNames.ts'
import { Flag } from './Flag.tsx'
import classes from './LanguageChoice.module.css'

type Props = {
  /** On a page for visitors, which may be for another person than the one who is signed in. */
  visitor?: boolean
}

/** Both languages, each in its own name; choosing one changes the page's texts. */
export const LanguageChoice = ({ visitor = false }: Props) => (
  // biome-ignore lint/a11y/useSemanticElements: two buttons, not the fields of a form
  <div className={classes.choice} role="group" aria-label={t.language}>
    {languageNames.map(([each, name]) => (
      <button
        key={each}
        type="button"
        lang={each}
        title={name}
        aria-pressed={each === language}
        onClick={() => each !== language && void chooseLanguage(each, visitor)}
      >
        <Flag language={each} />
        <span className={classes.name}>{name}</span>
        <span className={classes.short} aria-hidden>
          {each.toUpperCase()}
        </span>
      </button>
    ))}
  </div>
)
