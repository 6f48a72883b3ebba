import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buildPath } from '#core/paths.ts'
import { NewSecretDialog } from '#features/identity/web/api-tokens/NewSecretDialog.tsx'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RowList } from '#web/kit/RowList.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { webhooksQuery } from './queries.ts'
import { webhookTexts } from './texts.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookRow } from './WebhookRow.tsx'

/** Lists the member's webhooks or, in the admin panel, those of topics, and lets the member create and change them. */
export const WebhookSettings = ({ isForTopics = false }: { isForTopics?: boolean }) => {
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(webhooksQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{webhookTexts.loadFailed}</ErrorNotice>
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        <span>{isForTopics ? webhookTexts.topicIntro : webhookTexts.intro}</span>{' '}
        <SiteLink href={buildPath('developers')} className="underline">
          {webhookTexts.documentation}
        </SiteLink>
      </p>
      {data?.isEnabled === false && <p className="mb-4 text-sm font-medium">{webhookTexts.isOff}</p>}
      <RowList
        items={data?.webhooks.filter(({ topic }) => (topic !== null) === isForTopics)}
        empty={isForTopics ? webhookTexts.noTopicWebhooks : webhookTexts.none}
      >
        {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      </RowList>
      {data?.isEnabled !== false && (
        <Button onClick={() => setIsCreating(true)}>{webhookTexts.create}</Button>
      )}
      {isCreating && (
        <WebhookDialog
          isForTopics={isForTopics}
          webhook={null}
          onSaved={(created) => {
            setIsCreating(false)
            setSecret(created)
            void client.invalidateQueries(webhooksQuery)
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {secret !== null && (
        <NewSecretDialog
          title={webhookTexts.secretTitle}
          label={webhookTexts.secret}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </>
  )
}
