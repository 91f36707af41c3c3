import { IconBuildingFactory2, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { type Company, companies } from '#contract/companies.ts'
import { type Area, paths } from '#contract/paths.ts'
import { useRouteMutation } from '../data/queries.ts'
import { useCanAdminister } from '../identity/session/session.ts'
import { companyMessages as t, uiMessages } from '../messages/current.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { ConfirmOne } from '../ui/dialog/ConfirmDialog.tsx'
import { useDialog } from '../ui/dialog/useDialog.ts'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { Coverage } from '../ui/text/Coverage.tsx'
import { formatDateTime, formatNumber } from '../ui/text/format.ts'
import { CompanyDialog } from './CompanyDialog.tsx'
import { RemovedContents } from './RemovedContents.tsx'

/** The vendor's companies; administrators add, change and remove them in their own area. */
export default function CompaniesPage({ area }: { area: Area }) {
  const list = useTable(
    area === 'admin' ? companies.list : companies.listForStaff,
    {},
    { sort: '-dateAdded' },
  )
  const pathOf = (company: Company) => paths.company(area, company._id)
  const remove = useRouteMutation(companies.remove, response => response.message)
  const editing = useDialog<Company | null>()
  const removing = useDialog<Company>()
  const canAdd = useCanAdminister(companies.create, area)
  const canEdit = useCanAdminister(companies.update, area)
  const canRemove = useCanAdminister(companies.remove, area)
  const add = canAdd && (
    <Button icon={IconPlus} onClick={() => editing.open(null)}>
      {t.add}
    </Button>
  )

  return (
    <Page title={t.companies} action={add}>
      <Table
        list={list}
        searched="companies"
        label={t.companies}
        columns={[
          {
            id: 'name',
            label: t.name,
            render: company => <NameLink to={pathOf(company)}>{company.name}</NameLink>,
          },
          {
            id: 'dateSupportEnd',
            label: t.supportEnd,
            render: company => <Coverage until={company.dateSupportEnd} isInTable />,
          },
          {
            id: 'machines',
            label: t.machines,
            align: 'end',
            render: company => formatNumber(company.machines.length),
          },
          {
            id: 'dateAdded',
            label: t.dateAdded,
            render: company => <time>{formatDateTime(company.dateAdded)}</time>,
          },
        ]}
        actions={company => (
          <>
            {canEdit && (
              <IconButton
                icon={IconPencil}
                label={uiMessages.edit(company.name)}
                onClick={() => editing.open(company)}
              />
            )}
            {canRemove && (
              <IconButton
                icon={IconTrash}
                label={uiMessages.delete(company.name)}
                onClick={() => removing.open(company)}
              />
            )}
            <OpenLink to={pathOf(company)} name={company.name} />
          </>
        )}
        empty={{
          icon: IconBuildingFactory2,
          title: t.noCompanies,
          hint: canAdd ? t.noCompaniesYours : t.noCompaniesHint,
        }}
      />
      {canAdd && <CompanyDialog dialog={editing} />}
      {canRemove && (
        <ConfirmOne
          dialog={removing}
          title={t.askRemove}
          about={company => <RemovedContents company={company} />}
          typed={{ label: t.typeName, textOf: company => company.name }}
          confirmLabel={t.remove}
          danger
          onConfirm={company => remove({ params: { company: company._id } })}
        />
      )}
    </Page>
  )
}
