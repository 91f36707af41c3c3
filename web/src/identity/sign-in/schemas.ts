import { useEffect } from 'react'
import { CallError } from '../../data/api.ts'

// The schemas and Zod are an eleventh of what the first page
// would load; a form needs them when it is sent.

const load = () =>
  import('#contract/identity.ts').catch(() => {
    throw new CallError(0)
  })

export const loadCredentials = async () => (await load()).Credentials
export const loadForgot = async () => (await load()).Forgot

/** Loads the schemas once the page is shown. */
export const usePreloadedSchemas = () => useEffect(() => void load().catch(() => {}), [])
