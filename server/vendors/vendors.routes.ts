import { vendors } from '#contract/vendors.ts'
import type { Config } from '#platform/config/config.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { changeSettings, readSettings } from './settings.ts'
import { changeTargets, readTargets } from './targets.ts'

export default registerRoutes<typeof vendors, { config: Config }>('vendors', vendors, {
  settings: ({ db }) => readSettings(db),
  changeSettings: async ({ db, body, t, auditChanges, platform }) => {
    auditChanges(await changeSettings(db, body, platform.config))
    return { message: t.updated }
  },
  targets: ({ db }) => readTargets(db),
  changeTargets: async ({ db, body, t, auditChanges }) => {
    auditChanges(await changeTargets(db, body))
    return { message: t.updated }
  },
})
