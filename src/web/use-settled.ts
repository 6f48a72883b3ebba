import { useEffect, useState } from 'react'

/** Returns the text as it was at the last pause in typing of `pauseMs` milliseconds. */
export const useSettled = (text: string, pauseMs: number): string => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
