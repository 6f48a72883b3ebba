import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '#web/announce.ts'
import { saidBy } from '#web/call.ts'
import { texts } from './texts.ts'

/**
 * Does what a button of the panel says: its failure is told where it happened, never by a toast (section 8), and its
 * success is spoken and seen in the list. `work` answers false where the admin has thought better of it.
 */
export const useAct = () => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const act = async (work: () => Promise<unknown>, said: string): Promise<boolean> => {
    setBusy(true)
    setFault(null)
    try {
      if ((await work()) === false) return false
      announce(said)
      await refreshPanel(client)
      return true
    } catch (error) {
      setFault(saidBy(error, texts.actFailed))
      return false
    } finally {
      setBusy(false)
    }
  }
  return { act, isBusy, fault }
}

/** The panel's lists, and what the rest of the site shows of topics. */
export const refreshPanel = async (client: ReturnType<typeof useQueryClient>): Promise<void> => {
  for (const key of ['topics', 'topic', 'feed']) void client.invalidateQueries({ queryKey: [key] })
  await client.invalidateQueries({ queryKey: ['admin'] })
}
