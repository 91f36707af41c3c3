import { createContext } from 'react'

export const SiteName = createContext('Tezgah')
