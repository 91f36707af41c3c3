import pg from 'pg'
import { onTestFinished } from 'vitest'
import { applyMigrations, missingMigrations } from '#platform/database/migrations.ts'
import { createEmptyInstallation } from '#testing/backups/empty-installation.ts'

const [vendor, otherVendor, company, machine, installed, user] = Array.from(
  { length: 6 },
  (_, n) => `01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0${n}`,
)

/** An empty installation of version 0.2.0, until the test ends. */
export async function createEarlierInstallation() {
  const installation = await createEmptyInstallation()
  const client = new pg.Client(installation.connection)
  await client.connect()
  onTestFinished(() => client.end())
  await applyMigrations(
    client,
    (await missingMigrations(client)).filter(name => name < '0026'),
  )
  return {
    ...installation,
    client,
    upgrade: async () => applyMigrations(client, await missingMigrations(client)),
  }
}

/** A database of version 0.2.0: two vendors, each with a
 * company, a machine and a user, until the test ends. */
export async function openEarlierVersion() {
  const { client, upgrade } = await createEarlierInstallation()
  await client.query(`
    insert into vendors (vendor_id, name) values ('${vendor}', 'Eski Makine'), ('${otherVendor}', 'Öbür Makine');
    insert into companies (vendor_id, id, name) select vendor_id, '${company}', 'Müşteri' from vendors;
    insert into machines (vendor_id, id, name, sku) select vendor_id, '${machine}', 'Torna', 'T-1' from vendors;
    insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase, date_of_warranty_end)
      select vendor_id, '${installed}', '${company}', '${machine}', 'SN-1', '2026-01-01', '2028-01-01' from vendors;
    insert into users (vendor_id, id, email, name, role) select vendor_id, '${user}', 'ayse@eski.test', 'Ayşe', 'customer' from vendors`)
  return {
    client,
    upgrade,
    vendor,
    otherVendor,
    user,
    /** What a ticket of either vendor has, as columns and their SQL. */
    ticket: {
      columns: 'company_id, company_machine_id, created_by',
      values: `'${company}'::uuid, '${installed}'::uuid, '${user}'::uuid`,
    },
  }
}
