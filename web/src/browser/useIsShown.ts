import { useEffect, useRef } from 'react'

/** Whether the component is still on screen, for what ends later. */
export function useIsShown() {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}
