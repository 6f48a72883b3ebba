import { useState, useSyncExternalStore } from 'react'
import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import { SECRET_TOKEN } from '#core/secret-token.ts'
import type { confirmLegalNotice } from '#features/moderation/contract-legal-notices.ts'
import { legalNoticeTexts } from '#features/moderation/web/legal-notice-texts.ts'
import { ApiError, callApi, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'

/** Returns the token of the link, which servers do not see; null while the page is rendered there and hydrated. */
const useToken = (): string | null =>
  useSyncExternalStore(
    (onChange) => {
      addEventListener('hashchange', onChange)
      return () => removeEventListener('hashchange', onChange)
    },
    () => location.hash.slice(1),
    () => null,
  )

/** Confirms a notice by a press, because programs that check mails for malware open every link in them. */
const ConfirmNotice = () => {
  const token = useToken()
  const [state, setState] = useState<'waiting' | 'confirming' | 'confirmed'>('waiting')
  const [error, setError] = useState<string | null>(null)
  const [invalidToken, setInvalidToken] = useState<string | null>(null)
  const isIncomplete = token !== null && !SECRET_TOKEN.test(token)
  const isUseless = isIncomplete || (token !== null && token === invalidToken)
  const confirm = async () => {
    if (token === null) return
    setState('confirming')
    setError(null)
    try {
      await callApi<typeof confirmLegalNotice>('POST /api/legal-notices/confirmation', { body: { token } })
      setState('confirmed')
    } catch (failure) {
      setState('waiting')
      if (failure instanceof ApiError && failure.status === 404) setInvalidToken(token)
      setError(getErrorMessage(failure, legalNoticeTexts.confirmFailed))
    }
  }
  const message = isIncomplete ? legalNoticeTexts.incompleteLink : error
  return (
    <PageLayout
      heading={pages['confirm-notice'].title}
      {...(state !== 'confirmed' && !isUseless && { lead: legalNoticeTexts.confirmLead })}
    >
      {state === 'confirmed' ? (
        <div role="status" className="max-w-120 rounded-lg border bg-surface p-4">
          <p className="font-semibold">{legalNoticeTexts.confirmedTitle}</p>
          <p className="mt-1 text-sm text-muted">{legalNoticeTexts.confirmedText}</p>
        </div>
      ) : (
        <div className="flex max-w-120 flex-col items-start gap-4">
          {message && (
            <ErrorNotice>
              {message}{' '}
              <SiteLink href={buildPath('report-illegal-content')} className="underline">
                {legalNoticeTexts.sendAgain}
              </SiteLink>
            </ErrorNotice>
          )}
          {!isUseless && (
            <Button variant="primary" disabled={state === 'confirming'} onClick={() => void confirm()}>
              {state === 'confirming' ? legalNoticeTexts.confirming : legalNoticeTexts.confirm}
            </Button>
          )}
        </div>
      )}
    </PageLayout>
  )
}

export const page: Page = {
  head: ({ site }) => buildPageHead(site, { path: buildPath('confirm-notice') }),
  Component: ConfirmNotice,
}
