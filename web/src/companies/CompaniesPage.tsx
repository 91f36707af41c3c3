import { IconBuildingFactory2 } from '@tabler/icons-react'
import { type Company, companies } from '#contract/companies.ts'
import { type Area, paths } from '../paths.ts'
import { Coverage } from '../ui/Coverage.tsx'
import { Empty } from '../ui/Empty.tsx'
import { dateTime, number } from '../ui/format.ts'
import { NameLink } from '../ui/NameLink.tsx'
import { OpenLink } from '../ui/OpenLink.tsx'
import { Page } from '../ui/Page.tsx'
import { Table } from '../ui/Table.tsx'
import { useTable } from '../ui/useTable.ts'
import { companyMessages as t } from './messages.ts'

export default function CompaniesPage({ area }: { area: Area }) {
  const list = useTable(area === 'admin' ? companies.list : companies.listForStaff, {}, { sort: '-dateAdded' })
  const pathOf = (company: Company) => paths.company(area, company._id)

  return (
    <Page title={t.companies}>
      <Table
        of={list}
        label={t.companies}
        columns={[
          { id: 'name', label: t.name, show: company => <NameLink to={pathOf(company)}>{company.name}</NameLink> },
          { id: 'dateSupportEnd', label: t.supportEnd, show: company => <Coverage until={company.dateSupportEnd} /> },
          { id: 'machines', label: t.machines, align: 'end', show: company => number(company.machines.length) },
          { id: 'dateAdded', label: t.dateAdded, show: company => <time>{dateTime(company.dateAdded)}</time> },
        ]}
        actions={company => <OpenLink to={pathOf(company)} name={company.name} />}
        empty={
          <Empty icon={<IconBuildingFactory2 aria-hidden />} title={t.noCompanies}>
            {t.noCompaniesHint}
          </Empty>
        }
      />
    </Page>
  )
}
