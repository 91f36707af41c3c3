import { useState } from 'react'
import {
  type CheckedRecord,
  type MailSender,
  mails,
  SenderChange,
  type SenderRecord,
} from '#contract/mail.ts'
import { useRouteMutation, useRouteMutationInPlace, useRouteQuery } from '../data/queries.ts'
import { administrationMessages, senderMessages as t } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { Tag } from '../ui/controls/Tag.tsx'
import { conflictAt } from '../ui/form/conflictAt.ts'
import { Form } from '../ui/form/Form.tsx'
import { EmailField, TextField } from '../ui/form/TextField.tsx'
import { Fact, Facts } from '../ui/layout/Facts.tsx'
import { Notice } from '../ui/layout/Notice.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Skeleton } from '../ui/layout/Skeleton.tsx'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './SenderPage.module.css'

/** The sender of the vendor's mails and the address at which
 * it receives mail, for its administrators. */
export default function SenderPage() {
  const query = useRouteQuery(mails.sender)
  return (
    <Page title={administrationMessages.mailSender} about={t.about}>
      <QueryBoundary query={query} skeleton={<Skeleton lines={5} height={64} />}>
        {sender => (
          <div className={classes.sections}>
            <Used sender={sender} />
            <Section title={t.settings}>
              <div className={classes.form}>
                <SenderForm sender={sender} />
              </div>
            </Section>
            {sender.records.length > 0 && <Records key={sender.senderAddress} sender={sender} />}
          </div>
        )}
      </QueryBoundary>
    </Page>
  )
}

const Used = ({ sender: { used, incoming } }: { sender: MailSender }) => (
  <Section title={t.used}>
    <Facts>
      <Fact name={t.from}>
        <WrittenText text={used.name} /> <span className={classes.code}>{`<${used.address}>`}</span>
      </Fact>
      <Fact name={t.incoming}>
        {incoming !== null && (
          <div className={classes.copied}>
            <span className={classes.code}>{incoming}</span>
            <CopyButton text={incoming} label={t.copyValue(t.incoming)} />
          </div>
        )}
        <p className={classes.about}>{incoming === null ? t.noIncoming : t.incomingAbout}</p>
      </Fact>
    </Facts>
  </Section>
)

function SenderForm({ sender }: { sender: MailSender }) {
  const change = useRouteMutationInPlace(mails.changeSender, ({ message }) => message)
  return (
    <Form
      schema={SenderChange}
      initial={sender}
      submit={t.save}
      onSubmit={body => change({ body }).catch(conflictAt('mailInAddress'))}
    >
      <TextField
        name="senderName"
        label={t.senderName}
        hint={t.senderNameHint}
        autoComplete="organization"
      />
      <EmailField
        name="senderAddress"
        label={t.senderAddress}
        hint={t.senderAddressHint(sender.defaultAddress)}
        autoComplete="off"
      />
      <TextField
        name="mailInAddress"
        label={t.mailInAddress}
        hint={t.mailInAddressHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Form>
  )
}

function Records({ sender: { senderAddress, records, isVerified } }: { sender: MailSender }) {
  const check = useRouteMutation(mails.checkSender)
  const [result, setResult] = useState<{ isVerified: boolean; records: CheckedRecord[] } | null>(
    null,
  )
  const [busy, setBusy] = useState(false)

  async function checkNow() {
    setBusy(true)
    await check({}).then(setResult, () => {}) // the mutation cache announces failures
    setBusy(false)
  }

  return (
    <Section title={t.records}>
      <div className={classes.records}>
        <p className={classes.about}>{t.recordsAbout(senderAddress)}</p>
        <div role="status">
          {result ? (
            <Notice tone={result.records.every(({ status }) => status === 'ok') ? 'good' : 'wrong'}>
              {outcomeOf(result.records)}
            </Notice>
          ) : (
            <Notice tone={isVerified ? 'good' : 'idle'}>
              {isVerified ? t.verified : t.notVerified}
            </Notice>
          )}
        </div>
        <table className={classes.table} aria-label={t.records}>
          <thead>
            <tr>
              <th scope="col">{t.type}</th>
              <th scope="col">{t.name}</th>
              <th scope="col">{t.value}</th>
              <th scope="col">{t.status}</th>
            </tr>
          </thead>
          {(result?.records ?? records).map(record => (
            <RecordRow key={record.name} record={record} isVerified={isVerified} />
          ))}
        </table>
        <Button busy={busy} onClick={() => void checkNow()}>
          {t.check}
        </Button>
      </div>
    </Section>
  )
}

function outcomeOf(records: CheckedRecord[]): string {
  if (records.every(({ status }) => status === 'ok')) return t.checkedAll
  return records.every(({ status }) => status === 'ok' || status === 'unavailable')
    ? t.checkedLater
    : t.checkedSome
}

const tones = {
  ok: 'good',
  missing: 'wrong',
  different: 'wrong',
  several: 'wrong',
  unavailable: 'soon',
} as const

/** A record with what it is for, and once it was checked what was found.
 * All records of a verified address were right when last checked. */
const RecordRow = ({
  record,
  isVerified,
}: {
  record: SenderRecord | CheckedRecord
  isVerified: boolean
}) => {
  const status = 'status' in record ? record.status : isVerified ? 'ok' : null
  return (
    <tbody>
      <tr>
        <td data-label={t.type}>{record.type}</td>
        <td data-label={t.name}>
          <div className={classes.copied}>
            <span className={classes.code}>{record.name}</span>
            <CopyButton text={record.name} label={t.copyName(record.name)} />
          </div>
        </td>
        <td data-label={t.value}>
          <div className={classes.copied}>
            <span className={classes.code}>{record.value}</span>
            <CopyButton text={record.value} label={t.copyValue(record.name)} />
          </div>
        </td>
        <td data-label={t.status}>
          {status ? (
            <Tag tone={tones[status]}>{t.statuses[status]}</Tag>
          ) : (
            <Tag tone="idle">{t.notChecked}</Tag>
          )}
        </td>
      </tr>
      <tr>
        <td colSpan={4} className={classes.about}>
          <span>{t.purposes[record.purpose]}</span>
          {'found' in record && record.status !== 'ok' && record.found.length > 0 && (
            <>
              {' '}
              <span>{t.found}</span>{' '}
              {record.found.map((value, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the values may be equal and never move
                <span key={at} className={classes.found} translate="no">
                  <WrittenText text={value} />
                </span>
              ))}
            </>
          )}
        </td>
      </tr>
    </tbody>
  )
}
