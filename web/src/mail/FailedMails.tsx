import { Link } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { homeMessages as t } from '../messages/current.ts'
import { Notice } from '../ui/layout/Notice.tsx'
import { formatNumber } from '../ui/text/format.ts'

export function FailedMails({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Notice tone="wrong">
      <span>{t.failedMails(count >= 100 ? `${formatNumber(100)}+` : formatNumber(count))}</span>{' '}
      <Link to={paths.mails} search={{ status: 'failed' }}>
        {t.openMails}
      </Link>
    </Notice>
  )
}
