import type { QueryClient } from '@tanstack/react-query'
import { ApiError, callApi } from '#web/api-client.ts'
import { showToast } from '#web/kit/toast.ts'
import type { setNotificationSetting } from '../contract.ts'
import type { NotificationKind } from '../contract-values.ts'
import { notificationSettingsQuery } from './settings/queries.ts'
import { settingsTexts } from './settings-texts.ts'

/**
 * Switches a kind of notification on or off. Updates the switch optimistically and rolls it back on an error.
 */
export const changeNotificationSetting = async (
  client: QueryClient,
  kind: NotificationKind,
  isEnabled: boolean,
): Promise<void> => {
  const { queryKey } = notificationSettingsQuery
  // A response still in flight would restore the old setting. Waiting for its end, or reverting to it, would let the
  // switch show the old setting for a moment.
  void client.cancelQueries({ queryKey }, { revert: false })
  const set = (isOn: boolean) =>
    client.setQueryData(queryKey, (settings) => settings && { ...settings, [kind]: isOn })
  set(isEnabled)
  try {
    await callApi<typeof setNotificationSetting>('PUT /api/notifications/settings/:kind', {
      params: { kind },
      body: { isEnabled },
    })
  } catch (error) {
    set(!isEnabled)
    const description = error instanceof ApiError ? error.userMessage : undefined
    showToast({ title: settingsTexts.saveFailed, tone: 'danger', ...(description ? { description } : {}) })
  }
}
