import { Outlet } from '@tanstack/react-router'
import { type Area, paths } from '#contract/paths.ts'
import { hasStatus } from '../data/api.ts'
import { companyMessages as t } from '../messages/current.ts'
import { NotFound } from '../ui/layout/NotFound.tsx'
import { useCompany } from './useCompany.ts'

/** The parent of a company's pages: a company that does not exist has none. */
export default function CompanyGate({ area, company }: { area: Area; company: string }) {
  const to = paths.companies(area)
  if (!hasStatus(useCompany(area, company).error, 404)) return <Outlet />
  return area === 'account' ? (
    <NotFound
      title={t.accountMissing}
      hint={t.accountMissingHint}
      to={to}
      backLabel={t.toAccounts}
    />
  ) : (
    <NotFound title={t.missing} hint={t.missingHint} to={to} backLabel={t.toCompanies} />
  )
}
