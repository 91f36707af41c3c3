import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { Notice } from '../../ui/layout/Notice.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import classes from './forms.module.css'
import { sessionMessages as t } from './messages.ts'
import { PhoneCodeField } from './PhoneCodeField.tsx'

const length = 6

/** A preview of phone verification: no code is sent, and none is checked. */
export default function PhoneVerificationPage() {
  const [code, setCode] = useState<string[]>(Array(length).fill(''))
  const [notice, setNotice] = useState<{ tone: 'wrong' | 'idle'; text: string } | null>(null)
  const boxes = useRef<HTMLFieldSetElement>(null)

  function verify(event: FormEvent) {
    event.preventDefault()
    const empty = code.indexOf('')
    setNotice(empty < 0 ? { tone: 'idle', text: t.verifyUnused } : { tone: 'wrong', text: t.codeIncomplete })
    if (empty >= 0) boxes.current?.querySelectorAll('input')[empty]?.focus()
  }

  return (
    <Page title={t.verifyTitle} about={<p className={classes.about}>{t.verifyAbout('+90 5•• ••• •• 34')}</p>}>
      <form className={classes.code} onSubmit={verify} noValidate>
        <PhoneCodeField ref={boxes} label={t.code} digitLabel={t.digit} code={code} onChange={setCode} />
        <div role="status">{notice && <Notice tone={notice.tone}>{notice.text}</Notice>}</div>
        <Button type="submit" full>
          {t.verify}
        </Button>
      </form>
      <p className={classes.after}>
        <Button variant="quiet" onClick={() => setNotice({ tone: 'idle', text: t.verifyUnused })}>
          {`${t.resendCode} (1/3)`}
        </Button>
      </p>
    </Page>
  )
}
