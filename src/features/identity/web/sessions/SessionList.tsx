import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { showToast } from '#web/kit/toast.ts'
import { getSubmissionErrorMessage } from '#web/submission-error-message.ts'
import type { endOtherSessions, endSession, SessionInfo } from '../../contract.ts'
import { sessionsQuery } from '../queries.ts'
import { accountSettingsTexts } from '../settings-texts.ts'

type Patterns = readonly (readonly [name: string, pattern: RegExp])[]

// The order matters, because most browsers' user agents also contain the names of the browsers they descend from.
const BROWSERS: Patterns = [
  ['Edge', /\bEdgA?\/|EdgiOS/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox\/|FxiOS/],
  ['Chrome', /Chrome\/|CriOS/],
  ['Safari', /Safari\//],
]

const SYSTEMS: Patterns = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
]

/** Returns a name such as 'Firefox on Windows', as far as the user agent reveals it. */
export const getDeviceName = (userAgent: string): string => {
  const find = (patterns: Patterns) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Lists the member's sessions, with this browser's first, and lets the member end one or all of the others. */
export const SessionList = () => {
  const queryClient = useQueryClient()
  const { data: sessions = [], isError, refetch } = useQuery(sessionsQuery)
  const [isBusy, setIsBusy] = useState(false)
  const endOthers = async () => {
    setIsBusy(true)
    try {
      const { ended } = await callApi<typeof endOtherSessions>('POST /api/user/sessions/end-others', {})
      showToast({ title: accountSettingsTexts.ended(ended), tone: 'success' })
    } catch (error) {
      showToast({
        title: accountSettingsTexts.endFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
    }
    await queryClient.invalidateQueries(sessionsQuery)
    setIsBusy(false)
  }
  const endOne = async ({ id, userAgent }: SessionInfo) => {
    try {
      await callApi<typeof endSession>('DELETE /api/user/sessions/:id', { params: { id } })
      showToast({ title: accountSettingsTexts.endedOne(getDeviceName(userAgent)), tone: 'success' })
    } catch (error) {
      showToast({
        title: accountSettingsTexts.endOneFailed,
        description: getSubmissionErrorMessage(error),
        tone: 'danger',
      })
    }
    await queryClient.invalidateQueries(sessionsQuery)
  }
  if (isError)
    return <ErrorNotice onRetry={() => void refetch()}>{accountSettingsTexts.sessionsFailed}</ErrorNotice>
  return (
    <>
      <ul className="divide-y rounded-lg border">
        {sessions
          .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
          .map((session) => (
            <Session key={session.id} session={session} onEnd={() => endOne(session)} />
          ))}
      </ul>
      <Button
        className="mt-4"
        busy={isBusy}
        busyLabel={accountSettingsTexts.ending}
        disabled={sessions.length < 2}
        onClick={endOthers}
      >
        {accountSettingsTexts.endOthers}
      </Button>
    </>
  )
}

const Session = ({ session, onEnd }: { session: SessionInfo; onEnd(): Promise<void> }) => {
  const { userAgent, lastSeenAt, isCurrent } = session
  const [isBusy, setIsBusy] = useState(false)
  const icon = /Mobi|Android|iPhone|iPad/.test(userAgent) ? 'smartphone' : 'monitor'
  const name = getDeviceName(userAgent)
  const end = async () => {
    setIsBusy(true)
    await onEnd()
    setIsBusy(false)
  }
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon name={icon} size={20} className="flex-none text-muted" />
      <span className="min-w-0 grow">
        <span className="block text-sm font-medium">{name}</span>
        <span className="text-xs text-muted">
          {accountSettingsTexts.lastSeen} <RelativeTime date={lastSeenAt} />
        </span>
      </span>
      {isCurrent ? (
        <span className="flex-none rounded-full border px-2 text-xs leading-5 text-success">
          {accountSettingsTexts.thisDevice}
        </span>
      ) : (
        <Button
          busy={isBusy}
          busyLabel={accountSettingsTexts.ending}
          aria-label={accountSettingsTexts.endOneNamed(name)}
          onClick={end}
        >
          {accountSettingsTexts.endOne}
        </Button>
      )}
    </li>
  )
}
