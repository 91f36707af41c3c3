import { useDeferredValue } from 'react'

/**
 * Whether data is here, said a moment later where it has just come: what is drawn upon that is drawn in slices, between which the page
 * still answers. What was here already is drawn at once. For a page of rows: a thousand messages drawn so may wait for long.
 */
export const useHasLoaded = (data: unknown) => useDeferredValue(data !== undefined)
