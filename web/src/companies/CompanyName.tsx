import type { Area } from '../navigation/paths.ts'
import { companyMessages as t } from './messages.ts'
import { useCompany } from './useCompany.ts'

/** The name of the company in the address; until it is known, what it is. */
export const CompanyName = ({ area, company }: { area: Area; company: string }) =>
  useCompany(area, company).company?.name ?? (area === 'account' ? t.account : t.company)
