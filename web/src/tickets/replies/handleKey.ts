import type { KeyboardEvent } from 'react'

/** Of a key in the message; true: it was for the list. */
export type HandleKey = (event: KeyboardEvent) => boolean
