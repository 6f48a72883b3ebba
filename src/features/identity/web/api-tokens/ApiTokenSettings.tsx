import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { ListRow, RowList } from '#web/kit/RowList.tsx'
import { showToast } from '#web/kit/toast.ts'
import type { ApiToken, revokeApiToken } from '../../contract-api-tokens.ts'
import { apiTokensQuery } from '../queries.ts'
import { ConfirmChangeDialog } from '../second-factors/ConfirmChangeDialog.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { NewSecretDialog } from './NewSecretDialog.tsx'
import { apiTokenTexts } from './texts.ts'

/** Lists the member's API tokens, and lets the member create and revoke them. */
export const ApiTokenSettings = ({ isAdmin }: { isAdmin: boolean }) => {
  const queryClient = useQueryClient()
  const { data: tokens, isError, refetch } = useQuery(apiTokensQuery)
  const [isCreating, setIsCreating] = useState(false)
  const [newToken, setNewToken] = useState<string | null>(null)
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{apiTokenTexts.loadFailed}</ErrorNotice>
  const refresh = () => queryClient.invalidateQueries(apiTokensQuery)
  return (
    <>
      <p className="mb-4 text-sm text-muted">
        {apiTokenTexts.intro}{' '}
        <a href={paths.apiDocs} className="underline">
          {apiTokenTexts.documentation}
        </a>
      </p>
      <RowList items={tokens} empty={apiTokenTexts.none}>
        {(token) => <TokenRow key={token.id} token={token} onRevoked={refresh} />}
      </RowList>
      <Button onClick={() => setIsCreating(true)}>{apiTokenTexts.create}</Button>
      {isCreating && (
        <CreateTokenDialog
          isAdmin={isAdmin}
          onCreated={(token) => {
            setIsCreating(false)
            setNewToken(token)
            void refresh()
          }}
          onClose={() => setIsCreating(false)}
        />
      )}
      {newToken !== null && (
        <NewSecretDialog
          title={apiTokenTexts.createdTitle}
          label={apiTokenTexts.token}
          secret={newToken}
          onClose={() => setNewToken(null)}
        />
      )}
    </>
  )
}

const TokenRow = ({ token, onRevoked }: { token: ApiToken; onRevoked(): Promise<void> }) => {
  const { id, name, prefix, scopes } = token
  const [isRevoking, setIsRevoking] = useState(false)
  return (
    <ListRow
      icon="code-xml"
      title={name}
      detail={
        <>
          <code translate="no">{prefix}…</code> ·{' '}
          {scopes.map((scope) => apiTokenTexts.scopeNames[scope]).join(', ')}
        </>
      }
      footnote={<TokenDates token={token} />}
      actions={
        <Button aria-label={apiTokenTexts.revokeNamed(name)} onClick={() => setIsRevoking(true)}>
          {apiTokenTexts.revoke}
        </Button>
      }
    >
      {isRevoking && (
        <ConfirmChangeDialog
          title={apiTokenTexts.revokeTitle(name)}
          text={apiTokenTexts.revokeText}
          label={apiTokenTexts.revoke}
          failed={apiTokenTexts.revokeFailed}
          onConfirm={async () => {
            await callApi<typeof revokeApiToken>('DELETE /api/user/tokens/:id', { params: { id } })
            showToast({ title: apiTokenTexts.revoked, tone: 'success' })
            await onRevoked()
          }}
          onClose={() => setIsRevoking(false)}
        />
      )}
    </ListRow>
  )
}

const TokenDates = ({ token: { expiresAt, lastUsedAt } }: { token: ApiToken }) => (
  <>
    {expiresAt ? (
      <span className={expiresAt.getTime() <= Date.now() ? 'text-danger' : undefined}>
        <span>{expiresAt.getTime() <= Date.now() ? apiTokenTexts.expired : apiTokenTexts.expires}</span>{' '}
        <RelativeTime date={expiresAt} />
      </span>
    ) : (
      <span>{apiTokenTexts.neverExpires}</span>
    )}
    ,{' '}
    {lastUsedAt ? (
      <span>
        {apiTokenTexts.lastUsed} <RelativeTime date={lastUsedAt} />
      </span>
    ) : (
      <span>{apiTokenTexts.neverUsed}</span>
    )}
  </>
)
