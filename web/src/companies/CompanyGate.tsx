import { Outlet } from '@tanstack/react-router'
import { companyMessages as t } from '../messages/current.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Missing } from '../ui/layout/Missing.tsx'
import { useCompany } from './useCompany.ts'

/** The parent of a company's pages: a company that does not exist has none. */
export default function CompanyGate({ area, company }: { area: Area; company: string }) {
  const account = area === 'account'
  if (!useCompany(area, company).isMissing) return <Outlet />
  return (
    <Missing
      title={account ? t.accountMissing : t.missing}
      about={account ? t.accountMissingHint : t.missingHint}
      back={
        <LinkButton variant="plain" to={paths.companies(area)}>
          {account ? t.toAccounts : t.toCompanies}
        </LinkButton>
      }
    />
  )
}
