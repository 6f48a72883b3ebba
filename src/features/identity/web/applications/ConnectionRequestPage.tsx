import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '#core/current-user.ts'
import { paths } from '#core/paths.ts'
import { ApiError, callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import type { answerConnectionRequest, ConnectionRequest } from '../../contract-applications.ts'
import { apiTokenTexts } from '../api-tokens/texts.ts'
import { connectionRequestQuery } from '../queries.ts'
import { applicationTexts } from './texts.ts'

type Props = { uid: string; user: CurrentUser }

/** Asks the member whether a program may act in their name (docs/spec/pages.md#connecting-a-program). */
export const ConnectionRequestPage = ({ uid, user }: Props) => {
  const { data, error, refetch, isFetching } = useQuery(connectionRequestQuery(uid))
  if (data) return <RequestCard uid={uid} user={user} request={data} />
  if (!error) return <Skeleton className="h-72 w-full" />
  if (error instanceof ApiError && error.status === 409)
    return (
      <EmptyState icon="clock" title={applicationTexts.expiredTitle}>
        {applicationTexts.expiredText}
      </EmptyState>
    )
  return (
    <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
      {applicationTexts.loadFailed}
    </ErrorNotice>
  )
}

const RequestCard = ({ uid, user, request }: Props & { request: ConnectionRequest }) => {
  const { name, verifiedHost, host, isLocal, scopes } = request
  const [answer, setAnswer] = useState<boolean | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const send = async (isAllowed: boolean) => {
    setAnswer(isAllowed)
    setHasFailed(false)
    try {
      const { url } = await callApi<typeof answerConnectionRequest>(
        'POST /api/applications/requests/:uid/answer',
        { params: { uid }, body: { isAllowed } },
      )
      // The page stays as it is until the browser has followed the program's address.
      window.location.assign(url)
    } catch {
      setHasFailed(true)
      setAnswer(null)
    }
  }
  return (
    <section className="rounded-lg border bg-surface p-6 narrow:p-4">
      <h2 className="text-lg font-semibold tracking-tight wrap-anywhere">
        {applicationTexts.requestTitle(name)}
      </h2>
      <p className="mt-1 text-sm text-muted">{applicationTexts.requestedBy(user.username)}</p>
      <h3 className="mt-5 mb-2 text-sm font-semibold">{applicationTexts.allowed}</h3>
      <ul className="flex flex-col gap-2">
        {scopes.map((scope) => (
          <li key={scope}>
            <span className="block text-sm font-medium">{apiTokenTexts.scopeNames[scope]}</span>
            <span className="block text-sm text-muted">{apiTokenTexts.scopeHints[scope]}</span>
          </li>
        ))}
      </ul>
      <p className="mt-5 text-sm wrap-anywhere">{applicationTexts.returnsTo(host)}</p>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        {verifiedHost === null ? applicationTexts.unverified : applicationTexts.verified(verifiedHost)}
      </p>
      {isLocal && (
        <p role="note" className="mt-3 rounded-md border border-danger px-3 py-2 text-sm">
          {applicationTexts.local}
        </p>
      )}
      <p className="mt-3 text-sm text-muted">
        <span>{applicationTexts.revocable}</span>{' '}
        <SiteLink href={paths.settings} className="underline">
          {applicationTexts.heading}
        </SiteLink>
      </p>
      {hasFailed && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {applicationTexts.answerFailed}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button
          variant="primary"
          busy={answer === true}
          disabled={answer === false}
          onClick={() => void send(true)}
        >
          {applicationTexts.allow}
        </Button>
        <Button busy={answer === false} disabled={answer === true} onClick={() => void send(false)}>
          {applicationTexts.refuse}
        </Button>
      </div>
    </section>
  )
}
