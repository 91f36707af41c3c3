import { IconBuildingFactory2 } from '@tabler/icons-react'
import { companies } from '#contract/companies.ts'
import { companyMessages } from '../companies/messages.ts'
import { useData } from '../queries.ts'
import { Empty } from '../ui/Empty.tsx'
import { Failed } from '../ui/Failed.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { AccountCard } from './AccountCard.tsx'
import classes from './home.module.css'

/** A customer's accounts, each with its newest open tickets. */
export function MyAccounts() {
  const { data, error, refetch } = useData(companies.accounts, { query: { page: '0', size: '10', sort: 'name' } })
  if (!data) return error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={2} height={180} gap={16} />
  if (data.accounts.length === 0)
    return (
      <Empty icon={<IconBuildingFactory2 aria-hidden />} title={companyMessages.noAccounts}>
        {companyMessages.noAccountsHint}
      </Empty>
    )
  return (
    <div className={classes.accounts}>
      {data.accounts.map(account => (
        <AccountCard key={account._id} account={account} />
      ))}
    </div>
  )
}
