import { useRef, useState } from 'react'
import { useCurrentUser } from '#web/current-user.ts'
import { Button } from '#web/kit/Button.tsx'
import { ExactTime, RelativeTime } from '#web/kit/RelativeTime.tsx'
import type { Decision, ModerationCase } from '../../contract.ts'
import { canUndo } from '../../policy.ts'
import { useLostFocus } from '../use-lost-focus.ts'
import { getActionTexts, getPastDismissal } from './action-texts.ts'
import { queueTexts } from './texts.ts'
import { UndoDialog } from './UndoDialog.tsx'

type Source = ModerationCase['source']

/** `source` is that of the case, if the decisions are about what it is about. */
type Props = { heading: string; decisions: readonly Decision[]; source?: Source }

/** Decisions that were made before, which can be undone unless somebody with a higher role has made them. */
export const DecisionList = ({ heading, decisions, source }: Props) => {
  const user = useCurrentUser()
  const [undone, setUndone] = useState<Decision | null>(null)
  const title = useRef<HTMLHeadingElement>(null)
  useLostFocus(title, decisions)
  if (decisions.length === 0) return null
  const nameOf = ({ action }: Decision, index: number) =>
    getActionTexts(action, getPastDismissal(source, decisions[index - 1])).done
  return (
    <section aria-label={heading} className="text-sm">
      <h3 ref={title} tabIndex={-1} className="mb-1 font-semibold outline-none">
        {heading}
      </h3>
      <ul className="divide-y">
        {decisions.map((decision, index) => (
          <li key={decision.id} className="flex flex-wrap items-start gap-x-3 py-2">
            <DecisionText decision={decision} done={nameOf(decision, index)} />
            {!decision.reversedAt && user && canUndo(user, decision.moderatorRole) && (
              <Button
                variant="ghost"
                aria-label={queueTexts.undoOf(nameOf(decision, index))}
                aria-haspopup="dialog"
                onClick={() => setUndone(decision)}
              >
                {queueTexts.undo}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undone && <UndoDialog decision={undone} onClose={() => setUndone(null)} />}
    </section>
  )
}

const DecisionText = ({ decision, done }: { decision: Decision; done: string }) => {
  const { reason, words, isLegal, endsAt, moderator, moderatorRole, createdAt } = decision
  const { reversedAt, reversalWords } = decision
  return (
    <div className="min-w-0 grow basis-60">
      <p>
        <span className={reversedAt ? 'line-through' : 'font-medium'}>{done}</span>
        {endsAt && (
          <>
            {' '}
            {queueTexts.until} <ExactTime date={endsAt} />
          </>
        )}
        {reason && <span> · {reason}</span>}
        {isLegal && <span> · {queueTexts.byLaw}</span>}
      </p>
      <p className="text-muted">
        {moderator && <span>{`${moderator} · `}</span>}
        {queueTexts.roles[moderatorRole]} · <RelativeTime date={createdAt} />
      </p>
      {words && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {words}
        </p>
      )}
      {reversedAt && (
        <p>
          {queueTexts.undone} · <RelativeTime date={reversedAt} />
          {reversalWords && <span>{` · ${reversalWords}`}</span>}
        </p>
      )}
    </div>
  )
}
