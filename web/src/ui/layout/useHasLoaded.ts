import { useDeferredValue } from 'react'

/**
 * Whether data is loaded, deferred where it has just arrived: React renders what depends on it in slices, and the page stays responsive.
 * For a page of rows; a thousand messages would wait too long.
 */
export const useHasLoaded = (data: unknown) => useDeferredValue(data !== undefined)
