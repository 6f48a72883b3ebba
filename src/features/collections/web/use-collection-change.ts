import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '#web/api-client.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { texts as kitTexts } from '#web/kit/texts.ts'
import { showToast } from '#web/kit/toast.ts'

/** Runs a change of a collection and refreshes what shows it. A failure is shown in a toast. */
export const useCollectionChange = () => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (failure: string, change: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true)
    try {
      await change()
      await invalidateLists(client, 'collections')
      return true
    } catch (error) {
      showToast({ title: failure, description: errorMessage(error, kitTexts.again), tone: 'danger' })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
