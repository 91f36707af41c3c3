import { useNarrow } from '../browser/useNarrow.ts'
import { useCompany } from './useCompany.ts'
import { useHasSeveralAccounts } from './useOnlyAccount.ts'

/** The account of a page for a customer who has several, on
 * a phone, where breadcrumbs and menu do not name it. */
export function AccountName({ company }: { company: string }) {
  const isNarrow = useNarrow()
  const hasSeveral = useHasSeveralAccounts({ enabled: isNarrow })
  const name = useCompany('account', company).data?.name
  return isNarrow && hasSeveral ? <bdi>{name}</bdi> : null
}
