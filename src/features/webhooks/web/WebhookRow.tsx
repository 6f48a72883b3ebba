import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { NewSecretDialog } from '#features/identity/web/api-tokens/NewSecretDialog.tsx'
import { ConfirmChangeDialog } from '#features/identity/web/second-factors/ConfirmChangeDialog.tsx'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { ListRow } from '#web/kit/RowList.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { changeWebhook, deleteWebhook, replaceWebhookSecret, testWebhook, Webhook } from '../contract.ts'
import { DeliveryLog } from './DeliveryLog.tsx'
import { describeProblem } from './describe-outcome.ts'
import { logKey, webhooksQuery } from './queries.ts'
import { webhookTexts } from './texts.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

const fail = (error: unknown, fallback: string): void =>
  showToast({ title: getErrorMessage(error, fallback), tone: 'danger' })

/** A webhook with its state, its log, and what can be done with it. */
export const WebhookRow = ({ webhook }: { webhook: Webhook }) => {
  const client = useQueryClient()
  const { id, url, kinds, topic, state, firstFailedAt } = webhook
  const params = { id }
  const [opened, setOpened] = useState<'edit' | 'replace' | 'delete' | null>(null)
  const [isLogOpen, setIsLogOpen] = useState(false)
  const [isTesting, setIsTesting] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const refresh = () => client.invalidateQueries(webhooksQuery)
  const close = () => setOpened(null)

  const test = async () => {
    setIsTesting(true)
    try {
      const sent = await callApi<typeof testWebhook>('POST /api/webhooks/:id/test', { params })
      if (sent.state === 'delivered' && sent.status !== null)
        showToast({ title: webhookTexts.testReceived(sent.status), tone: 'success' })
      else showToast({ title: webhookTexts.testFailed(describeProblem(sent)), tone: 'danger' })
    } catch (error) {
      fail(error, webhookTexts.requestFailed)
    }
    setIsTesting(false)
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: logKey(id) })])
  }
  const setPaused = async (isPaused: boolean) => {
    try {
      await callApi<typeof changeWebhook>('PATCH /api/webhooks/:id', { params, body: { isPaused } })
    } catch (error) {
      fail(error, webhookTexts.changeFailed)
    }
    await refresh()
  }
  const isActive = state === 'active'
  return (
    <ListRow
      icon="link"
      title={url}
      detail={
        <>
          {topic && <span>{topic.name} · </span>}
          {kinds.map((kind) => webhookTexts.kindNames[kind]).join(', ')}
        </>
      }
      footnote={
        <>
          <span className={state === 'disabled' ? 'text-danger' : undefined}>
            {webhookTexts.states[state]}
          </span>
          {isActive && firstFailedAt && (
            <span className="text-danger">
              , {webhookTexts.failing} <RelativeTime date={firstFailedAt} />
            </span>
          )}
        </>
      }
      actions={
        <div className="flex flex-wrap gap-2">
          {isActive ? (
            <Button busy={isTesting} aria-label={webhookTexts.testNamed(url)} onClick={() => void test()}>
              {webhookTexts.test}
            </Button>
          ) : (
            <Button onClick={() => void setPaused(false)}>{webhookTexts.resume}</Button>
          )}
          <Button
            aria-label={webhookTexts.logNamed(url)}
            aria-expanded={isLogOpen}
            onClick={() => setIsLogOpen(!isLogOpen)}
          >
            {webhookTexts.log}
          </Button>
          <Menu
            items={() => [
              { label: webhookTexts.edit, icon: 'pencil', onSelect: () => setOpened('edit') },
              ...(isActive
                ? [
                    {
                      label: webhookTexts.pause,
                      icon: 'pause' as const,
                      onSelect: () => void setPaused(true),
                    },
                  ]
                : []),
              { label: webhookTexts.replaceSecret, icon: 'refresh-cw', onSelect: () => setOpened('replace') },
              {
                label: webhookTexts.delete,
                icon: 'trash-2',
                tone: 'danger',
                separated: true,
                onSelect: () => setOpened('delete'),
              },
            ]}
            trigger={(wiring) => (
              <Button {...wiring} aria-label={webhookTexts.more(url)} className="px-2.5!">
                <Icon name="ellipsis" size={18} />
              </Button>
            )}
          />
        </div>
      }
    >
      {isLogOpen && <DeliveryLog webhookId={id} label={webhookTexts.logNamed(url)} />}
      {opened === 'edit' && (
        <WebhookDialog
          isForTopics={topic !== null}
          webhook={webhook}
          onSaved={() => {
            close()
            void refresh()
          }}
          onClose={close}
        />
      )}
      {opened === 'replace' && (
        <ConfirmChangeDialog
          title={webhookTexts.replaceSecretTitle}
          text={webhookTexts.replaceSecretText}
          label={webhookTexts.replaceSecret}
          failed={webhookTexts.replaceFailed}
          onConfirm={async () => {
            const replaced = await callApi<typeof replaceWebhookSecret>('POST /api/webhooks/:id/secret', {
              params,
            })
            close()
            setSecret(replaced.secret)
          }}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <ConfirmChangeDialog
          title={webhookTexts.deleteTitle}
          text={webhookTexts.deleteText(url)}
          label={webhookTexts.delete}
          failed={webhookTexts.deleteFailed}
          onConfirm={async () => {
            await callApi<typeof deleteWebhook>('DELETE /api/webhooks/:id', { params })
            showToast({ title: webhookTexts.deleted, tone: 'success' })
            await refresh()
          }}
          onClose={close}
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
    </ListRow>
  )
}
