import { vendors } from '#contract/vendors.ts'
import { done, serve } from '#platform/http/http.ts'
import { changeSettings, readSettings } from './settings.ts'

export default serve('vendors', vendors, {
  settings: ({ db }) => readSettings(db),
  changeSettings: ({ db, body, t, auditSubject }) => {
    const changed = Object.entries(body).filter(([, value]) => value !== undefined)
    auditSubject(changed.map(([name, value]) => `${name}: ${value}`).join(', '))
    return done(t.updated, changeSettings(db, body))
  },
})
