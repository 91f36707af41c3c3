import { routes } from '#contract/routes.ts'
import { purchaseDay } from '#testing/days.ts'
import type { DemoPortal } from './demo-portal.ts'

export const unique = (name: string) => `${name} ${Math.random().toString(36).slice(2, 8)}`

/** A day as a form and a table write it: `2026-03-15` is 15/03/2026. */
export const writtenDay = (day: string) => day.split('-').reverse().join('/')

export async function addMachine(portal: DemoPortal, name = unique('İnci Torna')) {
  const { _id } = await portal
    .as('admin')
    .call(routes.machines.create, { body: { name, sku: 'İT-1' } })
  return { machine: _id, name, path: `/admin/machines/${_id}` }
}

export async function accountOf(portal: DemoPortal) {
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  return accounts[0]?._id ?? ''
}

export async function assignMachine(
  portal: DemoPortal,
  { company = '', name = unique('İnci Torna') } = {},
) {
  const { machine } = await addMachine(portal, name)
  const at = company || (await accountOf(portal))
  const serialNumber = unique('SN')
  const { _id } = await portal.as('admin').call(routes.machines.assign, {
    params: { company: at },
    body: { machine, serialNumber, dateOfPurchase: purchaseDay, notes: 'Kuzey kapısının yanında.' },
  })
  return { company: at, machine, companyMachine: _id, name, serialNumber }
}
