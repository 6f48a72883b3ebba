import { useQuery, useQueryClient } from '@tanstack/react-query'
import DesktopIcon from 'lucide-react/icons/monitor'
import PhoneIcon from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { endOtherSessions, type SessionInfo } from '#features/identity/contract.ts'
import { sessionsQuery } from '#features/identity/web/queries.ts'
import { call } from '#web/call.ts'
import { Button } from '#web/kit/Button.tsx'
import { Notice } from '#web/kit/Notice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { toast } from '#web/kit/toast.ts'
import { texts } from '../account-texts.ts'
import { deviceName } from './device-name.ts'

/** Where the member is signed in, this browser first, and a way to end all the others. */
export const Sessions = () => {
  const queryClient = useQueryClient()
  const { data: sessions = [], isError, refetch } = useQuery(sessionsQuery)
  const [isBusy, setIsBusy] = useState(false)
  const endOthers = async () => {
    setIsBusy(true)
    try {
      const { ended } = await call(endOtherSessions, {})
      toast({ title: texts.ended(ended), tone: 'success' })
    } catch {
      toast({ title: texts.endFailed, tone: 'danger' })
    }
    await queryClient.invalidateQueries(sessionsQuery)
    setIsBusy(false)
  }
  if (isError) return <Notice onRetry={() => void refetch()}>{texts.sessionsFailed}</Notice>
  return (
    <>
      <ul className="divide-y rounded-lg border">
        {sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)).map(drawSession)}
      </ul>
      <Button
        className="mt-4"
        busy={isBusy}
        busyLabel={texts.ending}
        disabled={sessions.length < 2}
        onClick={endOthers}
      >
        {texts.endOthers}
      </Button>
    </>
  )
}

const drawSession = ({ id, userAgent, lastSeenAt, isCurrent }: SessionInfo) => {
  const Icon = /Mobi|Android|iPhone|iPad/.test(userAgent) ? PhoneIcon : DesktopIcon
  return (
    <li key={id} className="flex items-center gap-3 px-4 py-3">
      <Icon size={20} className="flex-none text-muted" />
      <span className="min-w-0 grow">
        <span className="block text-sm font-medium">{deviceName(userAgent)}</span>
        <span className="text-xs text-muted">
          {texts.lastSeen} <RelativeTime iso={lastSeenAt} />
        </span>
      </span>
      {isCurrent && (
        <span className="flex-none rounded-full border px-2 text-xs leading-5 text-success">
          {texts.thisDevice}
        </span>
      )}
    </li>
  )
}
