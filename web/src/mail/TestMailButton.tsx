import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { mails, type TestMail } from '#contract/mail.ts'
import { usePortal } from '../data/portal.ts'
import { useRouteMutation } from '../data/queries.ts'
import { mailMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Notice } from '../ui/layout/Notice.tsx'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './mails.module.css'

/** Sends a test mail to the user, and shows the mail server's response. */
export function TestMailButton() {
  const send = useRouteMutation(mails.test)
  const result = useDialog<TestMail>()
  const demo = usePortal()?.demo
  const [busy, setBusy] = useState(false)

  async function sendTest() {
    setBusy(true)
    await send({}).then(result.open, () => {}) // the mutation cache announces failures
    setBusy(false)
  }

  return (
    <>
      <Button icon={IconSend} busy={busy} onClick={() => void sendTest()}>
        {t.test}
      </Button>
      <Dialog opened={result.opened} onClose={result.close} title={t.testTitle}>
        {result.subject && <Outcome test={result.subject} demo={Boolean(demo)} />}
      </Dialog>
    </>
  )
}

const Outcome = ({ test: { to, smtp, sent, answer }, demo }: { test: TestMail; demo: boolean }) => (
  <div className={classes.outcome}>
    {smtp ? (
      <Notice tone={sent ? 'good' : 'wrong'}>{sent ? t.testSent(to) : t.testFailed(to)}</Notice>
    ) : (
      <Notice tone={sent ? 'idle' : 'wrong'}>{sent ? t.testInFolder : t.testNotWritten}</Notice>
    )}
    {!smtp && sent && demo && (
      <a href="/mailbox" target="_blank" rel="noopener noreferrer">
        {t.seeMailbox}
      </a>
    )}
    {smtp && (
      <div>
        <h3>{t.answer}</h3>
        <p className={classes.answer} lang="en" translate="no">
          <WrittenText text={answer} />
        </p>
      </div>
    )}
  </div>
)
