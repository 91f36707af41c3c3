import { IconDownload } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { saveAs } from '../ui/saveAs.ts'
import { secondFactorMessages as t } from './messages.ts'
import classes from './RecoveryCodes.module.css'

/** Recovery codes, which are shown this once: to read, to copy, to keep as a file. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => unknown }) {
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => top.current?.focus(), [])
  const text = `${codes.join('\n')}\n`
  return (
    <div ref={top} tabIndex={-1} className={classes.codes}>
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
        <Button
          small
          look="plain"
          icon={<IconDownload aria-hidden />}
          onClick={() => saveAs(new Blob([text], { type: 'text/plain' }), t.file)}
        >
          {t.download}
        </Button>
      </div>
      <div className={classes.ways}>
        <Button onClick={() => void onKept()}>{t.kept}</Button>
      </div>
    </div>
  )
}
