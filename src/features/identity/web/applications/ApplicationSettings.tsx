import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { callApi } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { ListRow, RowList } from '#web/kit/RowList.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useSite } from '#web/navigation/navigation-context.ts'
import type { ConnectedApplication, disconnectApplication } from '../../contract-applications.ts'
import { apiTokenTexts } from '../api-tokens/texts.ts'
import { connectedApplicationsQuery } from '../queries.ts'
import { ConfirmChangeDialog } from '../second-factors/ConfirmChangeDialog.tsx'
import { buildEditorLinks, CLAUDE_CONNECTORS } from './editor-links.ts'
import { applicationTexts } from './texts.ts'

/** Lists the programs that act in the member's name, and lets the member disconnect them. */
export const ApplicationSettings = () => {
  const queryClient = useQueryClient()
  const site = useSite()
  const { data: applications, isError, refetch } = useQuery(connectedApplicationsQuery)
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{applicationTexts.listFailed}</ErrorNotice>
  const refresh = () => queryClient.invalidateQueries(connectedApplicationsQuery)
  return (
    <>
      <h3 className="mb-1 text-sm font-semibold">{applicationTexts.heading}</h3>
      <p className="mb-4 flex flex-wrap gap-x-4 text-sm text-muted">
        <span className="w-full">{applicationTexts.intro}</span>
        {buildEditorLinks(site.name, site.url + paths.mcp).map(({ editor, href }) => (
          <a key={editor} href={href} className="inline-link underline">
            {applicationTexts.addTo(editor)}
          </a>
        ))}
        <a
          href={CLAUDE_CONNECTORS}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => copyAddress(site.url + paths.mcp)}
          className="inline-link underline"
        >
          {applicationTexts.addTo('Claude')}
        </a>
      </p>
      <RowList items={applications} empty={applicationTexts.none}>
        {(application) => (
          <ApplicationRow key={application.id} application={application} onDisconnected={refresh} />
        )}
      </RowList>
    </>
  )
}

/** Copies before the link's page opens and takes the focus, without which this page cannot write to the clipboard. */
const copyAddress = (url: string): void => {
  navigator.clipboard.writeText(url).then(
    () => showToast({ title: applicationTexts.addressCopied, description: applicationTexts.pasteAddress }),
    () => showToast({ title: applicationTexts.enterAddress(url) }),
  )
}

type RowProps = { application: ConnectedApplication; onDisconnected(): Promise<void> }

const ApplicationRow = ({ application, onDisconnected }: RowProps) => {
  const { id, name, host, scopes, createdAt, lastUsedAt } = application
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  return (
    <ListRow
      icon="code-xml"
      title={name}
      detail={
        <>
          <bdi>{host || applicationTexts.noHost}</bdi> ·{' '}
          {scopes.map((scope) => apiTokenTexts.scopeNames[scope]).join(', ')}
        </>
      }
      footnote={
        <>
          <span>
            {applicationTexts.connected} <RelativeTime date={createdAt} />
          </span>
          ,{' '}
          {lastUsedAt ? (
            <span>
              {applicationTexts.lastUsed} <RelativeTime date={lastUsedAt} />
            </span>
          ) : (
            <span>{applicationTexts.neverUsed}</span>
          )}
        </>
      }
      actions={
        <Button aria-label={applicationTexts.disconnectNamed(name)} onClick={() => setIsDisconnecting(true)}>
          {applicationTexts.disconnect}
        </Button>
      }
    >
      {isDisconnecting && (
        <ConfirmChangeDialog
          title={applicationTexts.disconnectTitle(name)}
          text={applicationTexts.disconnectText}
          label={applicationTexts.disconnect}
          failed={applicationTexts.disconnectFailed}
          onConfirm={async () => {
            await callApi<typeof disconnectApplication>('DELETE /api/user/applications/:id', {
              params: { id },
            })
            showToast({ title: applicationTexts.disconnected, tone: 'success' })
            await onDisconnected()
          }}
          onClose={() => setIsDisconnecting(false)}
        />
      )}
    </ListRow>
  )
}
