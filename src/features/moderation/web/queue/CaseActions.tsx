import { useQueryClient } from '@tanstack/react-query'
import { useEffectEvent, useMemo, useState } from 'react'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { invalidateLists } from '#web/entity-cache.ts'
import { Button } from '#web/kit/Button.tsx'
import { showToast } from '#web/kit/toast.ts'
import { useNavigation } from '#web/navigation/navigation-context.ts'
import { useShortcuts } from '#web/shortcuts.ts'
import type { CaseDetails, claimCase } from '../../contract.ts'
import type { DecisionAction } from '../../contract-values.ts'
import { getActionTexts, getDismissal } from './action-texts.ts'
import { DecisionDialog } from './DecisionDialog.tsx'
import { queueTexts } from './texts.ts'

type Props = { found: CaseDetails; back: string; onDecided(): Promise<void> }

/** Who works on the case, and the buttons with which it is claimed and decided, each with its key. */
export const CaseActions = ({ found, back, onDecided }: Props) => {
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
