import pg from 'pg'
import { onTestFinished } from 'vitest'
import { applyMigrations, missingMigrations } from '#platform/database/migrations.ts'
import { createEmptyInstallation } from '#testing/backups/empty-installation.ts'

const [vendor, otherVendor, company, machine, installed, user] = Array.from(
  { length: 6 },
  (_, n) => `01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0${n}`,
)

/** A database before a migration such as `0047`: two vendors, each
 * with a company, a machine and a user, until the test ends. */
export async function openEarlierVersion(migration: string) {
  const { connection } = await createEmptyInstallation()
  const client = new pg.Client(connection)
  await client.connect()
  onTestFinished(() => client.end())
  const missing = await missingMigrations(client)
  await applyMigrations(
    client,
    missing.filter(name => name < migration),
  )
  await client.query(`
    insert into vendors (vendor_id, name) values ('${vendor}', 'Eski Makine'), ('${otherVendor}', 'Öbür Makine');
    insert into companies (vendor_id, id, name) select vendor_id, '${company}', 'Müşteri' from vendors;
    insert into machines (vendor_id, id, name, sku) select vendor_id, '${machine}', 'Torna', 'T-1' from vendors;
    insert into company_machines (vendor_id, id, company_id, machine_id, serial_number, date_of_purchase)
      select vendor_id, '${installed}', '${company}', '${machine}', 'SN-1', '2026-01-01' from vendors;
    insert into users (vendor_id, id, email, name, role) select vendor_id, '${user}', 'ayse@eski.test', 'Ayşe', 'customer' from vendors`)
  return {
    client,
    vendor,
    otherVendor,
    /** What a ticket of either vendor has, as columns and their SQL. */
    ticket: {
      columns: 'company_id, company_machine_id, created_by',
      values: `'${company}'::uuid, '${installed}'::uuid, '${user}'::uuid`,
    },
    update: async () => applyMigrations(client, await missingMigrations(client)),
  }
}
