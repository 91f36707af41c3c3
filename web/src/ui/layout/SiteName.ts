import { createContext } from 'react'

/** What the portal is called: it ends every document's title. */
export const SiteName = createContext('Tezgah')
