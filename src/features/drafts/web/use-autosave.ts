import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#web/api-client.ts'

export type SaveStatus = 'local' | 'changed' | 'saving' | 'saved' | 'failed'

/** The pause in typing after which changes are saved. */
const AUTOSAVE_MS = 3_000
const RETRY_MS = 20_000

type Options = {
  /**
   * The draft's initial state: saved, saved but with unsaved changes, or undefined if it is not on the server
   * yet.
   */
  stored: 'saved' | 'changed' | undefined
  /** Saves the form's current values. */
  save(): Promise<unknown>
  /** Called after each save. */
  onStored(stored: 'saved' | 'changed'): void
}

/**
 * Saves a form's draft, one save at a time. Unless the draft is already stored, nothing is saved until the first call
 * of `saveNow`. From then on, the form is saved after each pause in typing and when it closes. A failed save is retried
 * automatically only if a retry may help; otherwise, the next change triggers another save.
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
    /** Stops saving until `resume` is called. Resolves when the current save, if any, has finished. */
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

/** Returns whether the same call may succeed later: after a lost connection, too many requests or a server failure. */
const isTransientError = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || error.status >= 500
