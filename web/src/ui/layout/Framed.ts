import { createContext } from 'react'

/** Whether a page is inside a frame, which provides the `main` element. */
export const Framed = createContext(false)
