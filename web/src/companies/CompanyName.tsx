import { companyMessages as t } from '../messages/current.ts'
import type { Area } from '../navigation/paths.ts'
import { useCompany } from './useCompany.ts'

/** The name of the company in the address; until it is loaded, the word for it. */
export const CompanyName = ({ area, company }: { area: Area; company: string }) =>
  useCompany(area, company).company?.name ?? (area === 'account' ? t.account : t.company)
