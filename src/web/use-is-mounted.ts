import { type RefObject, useEffect, useRef } from 'react'

/**
 * Whether the component is still mounted: a late response must not close or fill whatever has replaced it.
 */
export const useIsMounted = (): RefObject<boolean> => {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return isMounted
}
