import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { paths } from '#core/paths.ts'
import { ApiError } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { CaseDetails } from '../../contract.ts'
import { reportTexts } from '../report/texts.ts'
import { CaseActions } from './CaseActions.tsx'
import { CasePost } from './CasePost.tsx'
import { CaseReports } from './CaseReports.tsx'
import { CaseSubject } from './CaseSubject.tsx'
import { DecisionList } from './DecisionList.tsx'
import { NoteThread } from './NoteThread.tsx'
import { caseQuery } from './queries.ts'
import { queueTexts } from './texts.ts'

type Props = { id: number; back: string; onDecided(): Promise<void> }

/** A case with everything that a moderator needs to decide it, and the decisions that are possible. */
export const CaseView = ({ id, back, onDecided }: Props) => {
  const { data, error, isFetching, refetch } = useQuery(caseQuery(id))
  if (data) return <CaseContent found={data} back={back} onDecided={onDecided} />
  if (!error) return <p className="text-sm text-muted">{queueTexts.loading}</p>
  if (error instanceof ApiError && error.status === 404)
    return <p className="text-sm">{queueTexts.caseMissing}</p>
  return (
    <ErrorNotice onRetry={() => void refetch()} busy={isFetching}>
      {queueTexts.caseFailed}
    </ErrorNotice>
  )
}

const CaseContent = ({ found, back, onDecided }: Omit<Props, 'id'> & { found: CaseDetails }) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { author, source, isUrgent, openedAt, decisions, authorDecisions } = found
  return (
    <section aria-labelledby="case-heading" className="flex flex-col gap-5">
      <div>
        <SiteLink
          href={back}
          className="control inline-flex items-center text-sm text-muted hover:underline lg:hidden"
        >
          {queueTexts.back}
        </SiteLink>
        <p className="text-sm text-muted">
          {isUrgent && (
            <>
              <span className="font-semibold text-danger">{queueTexts.urgent}</span> ·{' '}
            </>
          )}
          <span>{reportTexts.kinds[found.subjectKind]}</span>
          {author && (
            <>
              <span>{found.subjectKind === 'member' ? ' · ' : ` ${queueTexts.by} `}</span>
              <SiteLink
                href={paths.profile(author.username)}
                className="inline-link text-ink hover:underline"
              >
                {author.username}
              </SiteLink>
            </>
          )}{' '}
          · {queueTexts.sources[source]} · <RelativeTime date={openedAt} />
        </p>
        <h2
          ref={heading}
          id="case-heading"
          tabIndex={-1}
          dir="auto"
          className="text-lg font-semibold wrap-anywhere outline-none"
        >
          {found.subject?.title ?? found.excerpt}
        </h2>
      </div>
      <CaseActions found={found} back={back} onDecided={onDecided} />
      <CaseSubject found={found} />
      {found.post && <CasePost post={found.post} />}
      <CaseReports found={found} />
      <DecisionList heading={queueTexts.decisionsHeading} decisions={decisions} source={source} />
      {author && (
        <DecisionList
          heading={queueTexts.authorDecisionsHeading(author.username)}
          decisions={authorDecisions}
        />
      )}
      <NoteThread heading={queueTexts.notes} notes={found.notes} on={{ caseId: found.id }} />
      {author && <MemberNotes found={found} author={author} />}
    </section>
  )
}

/** The notes on the author, which moderators of topics do not see. */
const MemberNotes = ({
  found,
  author,
}: {
  found: CaseDetails
  author: NonNullable<CaseDetails['author']>
}) => {
  const user = useCurrentUser()
  if (!user?.isAdmin && !user?.isModerator) return null
  return (
    <NoteThread
      heading={queueTexts.memberNotes(author.username)}
      notes={found.authorNotes}
      on={{ memberId: author.id }}
    />
  )
}
