import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { paths } from '#core/paths.ts'
import { truncateWithEllipsis } from '#core/text.ts'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { usePageLocation } from '#web/navigation/navigation-context.ts'
import type { dismissModerationNotice, ModerationNotice } from '../contract-moderation-notices.ts'
import { moderationNoticeTexts } from './moderation-notice-texts.ts'
import { moderationNoticesQuery } from './queries.ts'

const MAX_EXCERPT_LENGTH = 100

/**
 * Tells an author what moderators removed and why, at the bottom of every page until the author dismisses it.
 * The notice overlays the content instead of shifting it. Loaded only if there is a notice.
 */
const RemovalsNotice = () => {
  const { data } = useQuery(moderationNoticesQuery)
  const { pathname } = usePageLocation()
  const [notice] = data ?? []
  // The page of the decision says the same and more.
  const isOnItsPage = notice?.decisionId && pathname === paths.statement(notice.decisionId)
  return (
    notice &&
    !isOnItsPage && (
      <section
        aria-label={moderationNoticeTexts.name}
        className="enter fixed inset-x-4 bottom-4 z-30 mx-auto max-w-md wide:left-[284px] rounded-lg border bg-surface p-4 text-sm shadow-float"
      >
        <NoticeContent key={notice.id} notice={notice} />
      </section>
    )
  )
}

const NoticeContent = ({
  notice: { id, kind, excerpt, reason, decisionId, createdAt },
}: {
  notice: ModerationNotice
}) => {
  const client = useQueryClient()
  const [dismissError, setDismissError] = useState<string | null>(null)
  const dismiss = async () => {
    try {
      await callApi<typeof dismissModerationNotice>('DELETE /api/user/removals/:id', { params: { id } })
      await client.invalidateQueries(moderationNoticesQuery)
      void client.invalidateQueries(currentUserQuery)
    } catch (error) {
      setDismissError(getErrorMessage(error, moderationNoticeTexts.failed))
    }
  }
  return (
    <>
      <p role="status" className="wrap-anywhere">
        {moderationNoticeTexts.removed[kind](truncateWithEllipsis(excerpt, MAX_EXCERPT_LENGTH))}{' '}
        <RelativeTime date={createdAt} className="text-muted" />
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line">
        <span className="font-medium">{moderationNoticeTexts.reason}</span> {reason}
      </p>
      {dismissError && (
        <p role="alert" className="mt-2 text-danger">
          {dismissError}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button onClick={() => void dismiss()}>{moderationNoticeTexts.dismiss}</Button>
        {decisionId !== null && (
          <SiteLink href={paths.statement(decisionId)} className="control inline-flex items-center underline">
            {moderationNoticeTexts.details}
          </SiteLink>
        )}
      </div>
    </>
  )
}

export default RemovalsNotice
