import { useState } from 'react'
import { pages } from '#core/pages.ts'
import { buildPath } from '#core/paths.ts'
import type { confirmLegalNotice } from '#features/moderation/contract-legal-notices.ts'
import { legalNoticeTexts } from '#features/moderation/web/legal-notice-texts.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Page } from '#web/navigation/page.ts'
import { PageLayout } from '../layout/PageLayout.tsx'
import { buildPageHead } from '../page-head.ts'

/** Confirms a notice by a press, because programs that check mails for malware open every link in them. */
const ConfirmNotice = () => {
  const [state, setState] = useState<'waiting' | 'confirming' | 'confirmed'>('waiting')
  const [error, setError] = useState<string | null>(null)
  const confirm = async () => {
    const token = window.location.hash.slice(1)
    if (token === '') return setError(legalNoticeTexts.incompleteLink)
    setState('confirming')
    setError(null)
    try {
      await callApi<typeof confirmLegalNotice>('POST /api/legal-notices/confirmation', { body: { token } })
      setState('confirmed')
    } catch (failure) {
      setState('waiting')
      setError(getErrorMessage(failure, legalNoticeTexts.confirmFailed))
    }
  }
  if (state === 'confirmed')
    return (
      <div role="status" className="max-w-120 rounded-lg border bg-surface p-4">
        <p className="font-semibold">{legalNoticeTexts.confirmedTitle}</p>
        <p className="mt-1 text-sm text-muted">{legalNoticeTexts.confirmedText}</p>
      </div>
    )
  return (
    <div className="flex max-w-120 flex-col items-start gap-4">
      {error && (
        <ErrorNotice>
          {error}{' '}
          <SiteLink href={buildPath('report-illegal-content')} className="underline">
            {legalNoticeTexts.sendAgain}
          </SiteLink>
        </ErrorNotice>
      )}
      <Button variant="primary" disabled={state === 'confirming'} onClick={() => void confirm()}>
        {state === 'confirming' ? legalNoticeTexts.confirming : legalNoticeTexts.confirm}
      </Button>
    </div>
  )
}

export const page: Page = {
  head: ({ site }) => buildPageHead(site, { path: buildPath('confirm-notice') }),
  Component: () => (
    <PageLayout heading={pages['confirm-notice'].title} lead={legalNoticeTexts.confirmLead}>
      <ConfirmNotice />
    </PageLayout>
  ),
}
