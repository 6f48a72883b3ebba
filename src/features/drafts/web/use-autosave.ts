import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isTransientError } from '#web/transient-error.ts'

export type SaveStatus = 'local' | 'changed' | 'saving' | 'saved' | 'failed'

/** The pause in typing after which changes are saved. */
const AUTOSAVE_MS = 3_000
const RETRY_MS = 20_000

type Options = {
  /** Whether there is something to save to, and whether changes are waiting at the start. */
  stored: 'saved' | 'changed' | undefined
  /** Saves what the form says now. */
  save(): Promise<unknown>
  /** Called after each save. */
  onStored(stored: 'saved' | 'changed'): void
}

/**
 * Saves a form, one save at a time: first when `saveNow` is called, and from then on after each pause in typing and when
 * the form closes. A save that fails is repeated by itself only if that may help; otherwise, the next change saves again.
 */
export const useAutosave = ({ stored, save, onStored }: Options) => {
  const [status, setStatus] = useState<SaveStatus>(stored ?? 'local')
  const [error, setError] = useState<unknown>(null)
  const isActive = useRef(stored !== undefined)
  const isChanged = useRef(stored === 'changed')
  const isPaused = useRef(false)
  const isClosed = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const run = async (): Promise<boolean> => {
    if (isPaused.current) return false
    isChanged.current = false
    setStatus('saving')
    try {
      await save()
    } catch (failure) {
      isChanged.current = true
      setError(failure)
      setStatus('failed')
      if (isActive.current && isTransientError(failure)) schedule(RETRY_MS)
      return false
    }
    isActive.current = true
    setStatus(isChanged.current ? 'changed' : 'saved')
    onStored(isChanged.current ? 'changed' : 'saved')
    if (isChanged.current) schedule(AUTOSAVE_MS)
    return true
  }
  const saveNow = (): Promise<boolean> => {
    clearTimeout(timer.current)
    const result = queue.current.then(run)
    queue.current = result
    return result
  }
  const schedule = (ms: number) => {
    clearTimeout(timer.current)
    if (!isPaused.current && !isClosed.current) timer.current = setTimeout(() => void saveNow(), ms)
  }
  const onChange = () => {
    isChanged.current = true
    if (!isActive.current) return
    setStatus((before) => (before === 'saved' ? 'changed' : before))
    schedule(AUTOSAVE_MS)
  }

  const onOpened = useEffectEvent(() => {
    isClosed.current = false
    if (isChanged.current) schedule(AUTOSAVE_MS)
  })
  const onClosed = useEffectEvent(() => {
    isClosed.current = true
    clearTimeout(timer.current)
    if (isActive.current && isChanged.current) void saveNow()
  })
  useEffect(() => {
    onOpened()
    return () => onClosed()
  }, [])

  return {
    status,
    error,
    saveNow,
    onChange,
    /** Saves nothing until `resume` is called. Resolves once no save is running. */
    pause: () => {
      isPaused.current = true
      clearTimeout(timer.current)
      return queue.current
    },
    resume: () => {
      isPaused.current = false
      if (isActive.current && isChanged.current) schedule(AUTOSAVE_MS)
    },
  }
}
