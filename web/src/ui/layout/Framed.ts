import { createContext } from 'react'

/** Whether a page stands inside a frame, whose `main` it is the content of. */
export const Framed = createContext(false)
