import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { Button } from '#web/kit/Button.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { ListRow, RowList } from '#web/kit/RowList.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import type { createInvitation, endInvitation, Invitation } from '../../contract-invitations.ts'
import { invitationDays, MAX_INVITATION_USES } from '../../contract-values.ts'
import { NewSecretDialog } from '../api-tokens/NewSecretDialog.tsx'
import { invitationsQuery } from '../queries.ts'
import { invitationTexts } from './texts.ts'

/** Lists the member's invitations, and lets the member create and end them. */
export const InvitationSettings = () => {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(invitationsQuery)
  const [link, setLink] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (isError) return <ErrorNotice onRetry={() => void refetch()}>{invitationTexts.loadFailed}</ErrorNotice>
  /** Runs a request and shows its error; afterwards, the list is fetched again. */
  const run = async (request: () => Promise<void>) => {
    setBusy(true)
    setError(null)
    try {
      await request()
      await queryClient.invalidateQueries(invitationsQuery)
    } catch (failure) {
      setError(getErrorMessage(failure, invitationTexts.failed))
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const body = { maxUses: Number(fields.get('uses')), days: Number(fields.get('days')) as 1 | 7 | 30 }
    void run(async () => {
      const { url } = await callApi<typeof createInvitation>('POST /api/user/invitations', { body })
      setLink(url)
    })
  }
  return (
    <>
      <p className="mb-4 text-sm text-muted">{invitationTexts.intro}</p>
      <RowList items={data?.invitations} empty={invitationTexts.none}>
        {(invitation) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            onEnd={() =>
              void run(async () => {
                await callApi<typeof endInvitation>('DELETE /api/user/invitations/:id', {
                  params: { id: invitation.id },
                })
              })
            }
          />
        )}
      </RowList>
      {error && <ErrorNotice>{error}</ErrorNotice>}
      {data?.canInvite === false && <p className="text-sm text-muted">{invitationTexts.notYet}</p>}
      {data?.canInvite && (
        <form onSubmit={onSubmit} className="flex flex-wrap items-end gap-3">
          <TextField
            label={invitationTexts.people}
            name="uses"
            type="number"
            min={1}
            max={MAX_INVITATION_USES}
            defaultValue={1}
            required
          />
          <label className="flex flex-col gap-1 text-sm font-medium">
            {invitationTexts.lasts}
            <select
              name="days"
              defaultValue={7}
              className="control rounded-lg border bg-surface px-3 font-normal"
            >
              {invitationDays.map((days) => (
                <option key={days} value={days}>
                  {invitationTexts.days(days)}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit" busy={isBusy} busyLabel={invitationTexts.creating}>
            {invitationTexts.create}
          </Button>
        </form>
      )}
      {link !== null && (
        <NewSecretDialog
          title={invitationTexts.createdTitle}
          label={invitationTexts.link}
          secret={link}
          onClose={() => setLink(null)}
        />
      )}
    </>
  )
}

const Row = ({ invitation, onEnd }: { invitation: Invitation; onEnd(): void }) => {
  const { uses, maxUses, endsAt, isOpen, isEndedByWave } = invitation
  const used = invitationTexts.used(uses, maxUses)
  return (
    <ListRow
      icon="link"
      title={used}
      detail={
        isOpen ? invitationTexts.open : isEndedByWave ? invitationTexts.endedByWave : invitationTexts.ended
      }
      footnote={
        isOpen && (
          <>
            <span>{invitationTexts.endsAt}</span> <RelativeTime date={endsAt} />
          </>
        )
      }
      actions={
        isOpen && (
          <Button aria-label={invitationTexts.endNamed(used)} onClick={onEnd}>
            {invitationTexts.end}
          </Button>
        )
      }
    />
  )
}
