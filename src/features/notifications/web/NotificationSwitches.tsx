import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { type NotificationKind, notificationKinds } from '../contract-values.ts'
import { changeNotificationSetting } from './change-setting.ts'
import { notificationSettingsQuery } from './settings/queries.ts'
import { settingsTexts } from './settings-texts.ts'

/** Shows a switch for each kind of notification. */
export const NotificationSwitches = () => {
  const { data, isError, refetch } = useQuery(notificationSettingsQuery)
  if (isError && !data)
    return (
      <ErrorNotice onRetry={() => void refetch()} retryLabel={settingsTexts.retry}>
        {settingsTexts.failed}
      </ErrorNotice>
    )
  if (!data) return <p className="text-sm text-muted">{settingsTexts.loading}</p>
  return (
    <>
      <p className="mb-2 text-sm text-muted">{settingsTexts.lead}</p>
      {notificationKinds.map((kind) => (
        <KindSwitch key={kind} kind={kind} isOn={data[kind]} />
      ))}
    </>
  )
}

const KindSwitch = ({ kind, isOn }: { kind: NotificationKind; isOn: boolean }) => {
  const client = useQueryClient()
  const id = useId()
  const [isSaving, setSaving] = useState(false)
  const { label, hint } = settingsTexts.kinds[kind]
  const toggle = async () => {
    // Prevents a second change while the first one is being saved, because the requests could arrive out of
    // order.
    if (isSaving) return
    setSaving(true)
    await changeNotificationSetting(client, kind, !isOn)
    setSaving(false)
  }
  return (
    <label className="control flex items-center gap-3 py-1.5">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: HTML does not allow `aria-checked` in an element with `checked`
        role="switch"
        checked={isOn}
        // `disabled` would make the switch lose focus.
        aria-disabled={isSaving}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        className="switch flex-none"
        onChange={() => void toggle()}
      />
      <span>
        <span id={`${id}-label`} className="block text-sm font-medium">
          {label}
        </span>
        <span id={`${id}-hint`} className="block text-sm text-muted">
          {hint}
        </span>
      </span>
    </label>
  )
}
