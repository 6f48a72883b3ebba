import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from './api-client.ts'
import { invalidateLists } from './entity-cache.ts'
import { messageTexts } from './kit/message-texts.ts'
import { showToast } from './kit/toast.ts'
import type { CachedList } from './query-key.ts'

/**
 * Returns a function that performs a change and then refreshes the data that depends on `list`. A failure is
 * shown in a toast titled `failure`; the promise resolves to true if the change succeeded.
 */
export const useListMutation = (list: CachedList) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const run = async (failure: string, change: () => Promise<unknown>): Promise<boolean> => {
    setIsBusy(true)
    try {
      await change()
      await invalidateLists(client, list)
      return true
    } catch (error) {
      showToast({ title: failure, description: getErrorMessage(error, messageTexts.again), tone: 'danger' })
      return false
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, run }
}
