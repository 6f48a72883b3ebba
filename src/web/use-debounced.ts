import { useEffect, useState } from 'react'

/** Debounces text: returns its value once it has not changed for `pauseMs` milliseconds. */
export const useDebounced = (text: string, pauseMs: number): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
