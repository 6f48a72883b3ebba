import { type RefObject, useEffect, useRef } from 'react'

/** Whether the component still stands: an answer that comes later must not close or fill what has taken its place. */
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
