import { IconDownload } from '@tabler/icons-react'
import { use, useEffect, useRef } from 'react'
import { saveAs } from '../../browser/saveAs.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { CopyButton } from '../../ui/controls/CopyButton.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { SiteName } from '../../ui/layout/SiteName.ts'
import { dateTime } from '../../ui/text/format.ts'
import { secondFactorMessages as t } from './messages.ts'
import classes from './RecoveryCodes.module.css'

type Props = {
  codes: readonly string[]
  /** Whose they are. */
  email: string
  /** The page's own title names them already. */
  titled?: boolean
  onKept: () => unknown
}

/** Recovery codes, which are shown this once: to read, to copy, to keep as a file. */
export function RecoveryCodes({ codes, email, titled = false, onKept }: Props) {
  const portal = use(SiteName)
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  const save = () => {
    const file = `${t.codesOf(portal, email, dateTime(new Date().toISOString()))}\n\n${text}`
    saveAs(new Blob([file], { type: 'text/plain;charset=utf-8' }), t.file)
  }
  return (
    <div ref={top} tabIndex={-1} className={classes.codes}>
      {!titled && <h3>{t.codesTitle}</h3>}
      <Notice tone="idle">{t.codesAbout}</Notice>
      <ol aria-label={t.codesTitle}>
        {codes.map(code => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={classes.ways}>
        <CopyButton text={text} />
        <Button small look="plain" icon={<IconDownload aria-hidden />} onClick={save}>
          {t.download}
        </Button>
      </div>
      <div className={classes.ways}>
        <Button onClick={() => void onKept()}>{t.kept}</Button>
      </div>
    </div>
  )
}
