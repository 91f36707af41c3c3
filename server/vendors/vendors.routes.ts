import { vendors } from '#contract/vendors.ts'
import { registerRoutes, withMessage } from '#platform/http/http.ts'
import { changeSettings, readSettings } from './settings.ts'
import { changeTargets, readTargets } from './targets.ts'

export default registerRoutes('vendors', vendors, {
  settings: ({ db }) => readSettings(db),
  changeSettings: ({ db, body, t, auditSubject }) => {
    const changed = Object.entries(body).filter(([, value]) => value !== undefined)
    auditSubject(changed.map(([name, value]) => `${name}: ${value}`).join(', '))
    return withMessage(t.updated, changeSettings(db, body))
  },
  targets: ({ db }) => readTargets(db),
  changeTargets: ({ db, body, t }) => withMessage(t.updated, changeTargets(db, body)),
})
