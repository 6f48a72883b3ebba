import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { paths } from '#core/paths.ts'
import { ApiError, callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useShortcuts } from '#web/shortcuts.ts'
import type { CaseDetails, claimCase } from '../../contract.ts'
import type { DecisionAction } from '../../contract-values.ts'
import { reportTexts } from '../report/texts.ts'
import { getActionTexts, getDismissal } from './action-texts.ts'
import { CasePost } from './CasePost.tsx'
import { CaseReports } from './CaseReports.tsx'
import { CaseSubject } from './CaseSubject.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
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

/** Who works on the case, and the buttons with which it is claimed and decided, each with its key. */
const CaseActions = ({ found, back, onDecided }: Omit<Props, 'id'> & { found: CaseDetails }) => {
  const client = useQueryClient()
  const navigation = useNavigation()
  const user = useCurrentUser()
  const [chosen, setChosen] = useState<DecisionAction | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { id, claimedBy, isOpen, actions } = found
  const dismissal = getDismissal(found)
  const isClaimed = claimedBy !== null && claimedBy.id === user?.id
  const isClaimedByOther = claimedBy !== null && !isClaimed
  const canDecide = isOpen && actions.length > 0 && !isClaimedByOther

  const claim = async (willBeClaimed: boolean): Promise<boolean> => {
    setIsBusy(true)
    try {
      await callApi<typeof claimCase>('PUT /api/moderation/cases/:id/claim', {
        params: { id },
        body: { isClaimed: willBeClaimed },
      })
      return true
    } catch (error) {
      const description = getErrorMessage(error, queueTexts.tryAgain)
      showToast({ title: queueTexts.claimFailed, description, tone: 'danger' })
      return false
    } finally {
      setIsBusy(false)
      void invalidateLists(client, 'cases')
    }
  }
  const choose = async (action: DecisionAction) => {
    if (isBusy || !canDecide || !actions.includes(action)) return
    if (isClaimed || (await claim(true))) setChosen(action)
  }
  const toggleClaim = useEffectEvent(() => canDecide && !isBusy && void claim(!isClaimed))
  const leave = useEffectEvent(() => void navigation.push(back))
  const chooseByKey = useEffectEvent((action: DecisionAction) => void choose(action))
  const keys = useMemo(
    () => [
      ...actions.map((action) => ({
        key: getActionTexts(action, dismissal).key,
        label: getActionTexts(action, dismissal).button.replace('…', ''),
        run: () => chooseByKey(action),
      })),
      { key: 'c', label: queueTexts.keys.claim, run: () => toggleClaim() },
      { key: 'Escape', label: queueTexts.keys.back, run: () => leave() },
    ],
    [actions, dismissal],
  )
  useShortcuts(keys)
  if (!isOpen) return null
  return (
    <section aria-label={queueTexts.actionsLabel} className="flex flex-col gap-2 rounded-lg border p-3">
      <p role="status" className="text-sm text-muted empty:hidden">
        {getStatus(isClaimed, isClaimedByOther ? claimedBy.username : null, actions.length > 0)}
      </p>
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {actions.map((action) => {
            const { key, button } = getActionTexts(action, dismissal)
            return (
              <Button
                key={action}
                aria-keyshortcuts={key}
                aria-haspopup="dialog"
                disabled={isClaimedByOther}
                onClick={() => void choose(action)}
              >
                {button}
                <kbd aria-hidden className="ml-1.5 text-xs text-muted pointer-coarse:hidden">
                  {key}
                </kbd>
              </Button>
            )
          })}
          {canDecide && (
            <Button
              variant="ghost"
              aria-keyshortcuts="c"
              aria-disabled={isBusy}
              onClick={() => void (isBusy || claim(!isClaimed))}
            >
              {isClaimed ? queueTexts.release : queueTexts.claim}
            </Button>
          )}
        </div>
      )}
      {chosen && (
        <DecisionDialog found={found} action={chosen} onDecided={onDecided} onClose={() => setChosen(null)} />
      )}
    </section>
  )
}

const getStatus = (isOwn: boolean, other: string | null, canDecide: boolean): string => {
  if (!canDecide) return queueTexts.cannotDecide
  if (other !== null) return queueTexts.workedOn(other)
  return isOwn ? queueTexts.workedOnByYou : ''
}
