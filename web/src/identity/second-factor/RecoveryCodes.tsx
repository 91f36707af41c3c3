import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { saveAs } from '../../browser/saveAs.ts'
import { useSiteName } from '../../data/portal.ts'
import { announceError } from '../../data/queries.ts'
import { secondFactorMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import classes from './RecoveryCodes.module.css'

type Props = {
  codes: readonly string[]
  email: string
  /** The page's own title names them already. */
  isTitled?: boolean
  onSaved: () => unknown
}

export function RecoveryCodes({ codes, email, isTitled = false, onSaved }: Props) {
  const portal = useSiteName()
  const [isBusy, setBusy] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const save = () => {
    const file = `${t.codesOf(portal, email, formatDateTime(new Date().toISOString()))}\n\n${text}`
    saveAs(new Blob([file], { type: 'text/plain;charset=utf-8' }), t.file)
  }
  async function finish() {
    setBusy(true)
    try {
      await onSaved()
    } catch (error) {
      announceError(error)
      setBusy(false)
    }
  }
  return (
    <div ref={container} tabIndex={-1} className={classes.codes} data-unsaved>
      {!isTitled && <h3>{t.codesTitle}</h3>}
      <Notice tone="idle">{t.codesAbout}</Notice>
      <ol aria-label={t.codesTitle}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.actions}>
        <CopyButton text={text} />
        <Button small variant="plain" icon={IconDownload} onClick={save}>
          {t.download}
        </Button>
      </div>
      <div className={classes.actions}>
        <Button busy={isBusy} onClick={() => void finish()}>
          {t.saved}
        </Button>
      </div>
    </div>
  )
}
