import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { resendWebhookDelivery, WebhookDelivery } from '../contract.ts'
import { DELIVERIES_PER_PAGE, TEST_KIND } from '../contract-values.ts'
import { describeOutcome } from './describe-outcome.ts'
import { deliveriesQuery, logKey } from './queries.ts'
import { webhookTexts } from './texts.ts'

/** The messages of a webhook, newest first, each with what came of it. */
export const DeliveryLog = ({ webhookId, label }: { webhookId: number; label: string }) => {
  const [after, setAfter] = useState<number | null>(null)
  const { data, isError, refetch } = useQuery(deliveriesQuery(webhookId, after))
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{webhookTexts.logFailed}</ErrorNotice>
  if (!data) return <Skeleton className="mt-3 h-24 w-full" />
  if (data.length === 0) return <p className="mt-3 text-sm text-muted">{webhookTexts.logEmpty}</p>
  const last = data.at(-1)
  return (
    <>
      <ul aria-label={label} className="mt-3 divide-y border-t text-sm">
        {data.map((delivery) => (
          <Delivery key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      {last && data.length >= DELIVERIES_PER_PAGE && (
        <Button onClick={() => setAfter(last.id)}>{webhookTexts.older}</Button>
      )}
    </>
  )
}

const getKindName = (kind: string): string =>
  kind === TEST_KIND
    ? webhookTexts.testMessage
    : ((webhookTexts.kindNames as Record<string, string>)[kind] ?? kind)

const Delivery = ({ webhookId, delivery }: { webhookId: number; delivery: WebhookDelivery }) => {
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const { id, kind, state, postId, createdAt, nextAttemptAt } = delivery
  const name = getKindName(kind)
  const resend = async () => {
    setIsBusy(true)
    try {
      await callApi<typeof resendWebhookDelivery>('POST /api/webhooks/:id/deliveries/:deliveryId/resend', {
        params: { id: webhookId, deliveryId: id },
      })
    } catch (error) {
      showToast({ title: getErrorMessage(error, webhookTexts.requestFailed), tone: 'danger' })
    }
    setIsBusy(false)
    await client.invalidateQueries({ queryKey: logKey(webhookId) })
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <div className="min-w-0 grow basis-40">
        <p>
          {name}
          {postId !== null && <span className="text-muted"> #{postId}</span>}
        </p>
        <p className="text-xs text-muted">
          <RelativeTime date={createdAt} /> ·{' '}
          <span className={state === 'failed' ? 'text-danger' : undefined}>
            {webhookTexts.deliveryStates[state]}
          </span>
          <span>{describeOutcome(delivery)}</span>
          {nextAttemptAt && delivery.attempts > 0 && (
            <span>
              , {webhookTexts.nextAttempt} <RelativeTime date={nextAttemptAt} />
            </span>
          )}
        </p>
      </div>
      <Button busy={isBusy} aria-label={webhookTexts.resendNamed(name)} onClick={() => void resend()}>
        {webhookTexts.resend}
      </Button>
    </li>
  )
}
