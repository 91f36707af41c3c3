import { hasShortcuts, setShortcuts } from '../../browser/shortcuts.ts'
import { useStore } from '../../browser/store.ts'
import { shellMessages as t } from '../../messages/current.ts'
import classes from './ShortcutList.module.css'

const keys = [
  ...(['q', 'j', 'k', 'Enter', 'x', 'Esc', 'f', 'r', 'n', '/'] as const),
  ...(['Ctrl+Enter', 'Ctrl+Shift+Enter', 'Alt+Enter', 'Alt+Shift+Enter'] as const),
  ...(['a', 'p', 's', 'e', '?'] as const),
]

export default function ShortcutList() {
  const isOn = useStore(hasShortcuts)
  return (
    <>
      <dl className={classes.keys}>
        {keys.map(key => (
          <div key={key}>
            <dt>
              <kbd>{key.length === 1 ? key.toUpperCase() : key}</kbd>
            </dt>
            <dd>{t.shortcutOf[key]}</dd>
          </div>
        ))}
      </dl>
      <label className={classes.switch}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target: { checked } }) => setShortcuts(checked)}
        />
        <span>{t.shortcutsOn}</span>
      </label>
    </>
  )
}
