import * as z from 'zod/mini'
import { normalizeHost } from '#contract/text/hosts.ts'
import { bytes } from '#platform/config/setting-values.ts'
import { formatBytes } from '../backup/contents.ts'
import { defineCommand } from './command.ts'
import { CommandError } from './run.ts'

/** In bytes; 0 for none, null for that of every vendor. */
const quotaOf = (text: string) => (text === 'none' ? 0 : text === 'default' ? null : bytes(text))
const usage = 'npm run vendor -- quota <domain> <a size such as "50 GB", none, or default>'

export const setQuota = defineCommand(
  usage,
  { domain: z.string(), size: z.string() },
  async ({ domain, size }, { config, owner }) => {
    const quota = quotaOf(size)
    if (quota === undefined) throw new CommandError(`Not valid: ${size}.\nUsage: ${usage}`)
    const { rows } = await owner.query<{ name: string; used: number }>(
      `update vendors set file_quota = $2 from vendor_domains d where d.vendor_id = vendors.vendor_id and d.domain = $1
     returning vendors.name,
       (select coalesce(sum(bytes), 0)::float8 from (
          select bytes from file_usage f where f.vendor_id = vendors.vendor_id
          union all select bytes from message_usage m where m.vendor_id = vendors.vendor_id
        ) as usage) as used`,
      [normalizeHost(domain), quota],
    )
    const [vendor] = rows
    if (!vendor) throw new CommandError(`There is no vendor under ${domain}.`)
    const limit = quota ?? config.vendorQuota ?? 0
    const allowed = limit === 0 ? 'as much as there is room for' : formatBytes(limit)
    return `The files and messages of ${vendor.name} may take ${allowed}${quota === null ? ', as those of every vendor without a quota of its own' : ''}. They take ${formatBytes(vendor.used)} now.`
  },
)
