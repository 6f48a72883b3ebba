import type { QueryClient } from '@tanstack/react-query'
import { callApi, getErrorMessage } from '#web/api-client.ts'
import { showToast } from '#web/kit/toast.ts'
import type { blockMember, unblockMember } from '../../contract-blocks.ts'
import type { addMute, Mute, removeMute } from '../../contract-mutes.ts'
import type { MuteKind } from '../../contract-values.ts'
import { mutesQuery } from './queries.ts'
import { muteTexts } from './texts.ts'

const showFailure = (error: unknown): void =>
  showToast({
    title: muteTexts.failed,
    description: getErrorMessage(error, muteTexts.tryAgain),
    tone: 'danger',
  })

/** Fetches again what is on screen, because a mute or a block changes lists and counts of every kind. */
const refetchAll = (client: QueryClient): void => void client.invalidateQueries()

/** Returns how a mute is called. */
export const getMuteName = ({ member, value, kind }: Mute): string =>
  member ? member.username : kind === 'tag' ? `#${value ?? ''}` : (value ?? '')

/** Mutes something, and offers to undo it. Returns the mute, or null after an error, which a toast has shown. */
export const mute = async (
  client: QueryClient,
  input: { kind: MuteKind; value: string },
  name = input.value,
): Promise<Mute | null> => {
  try {
    const added = await callApi<typeof addMute>('POST /api/user/mutes', { body: input })
    client.setQueryData(mutesQuery.queryKey, (mutes) =>
      mutes ? [added, ...mutes.filter(({ id }) => id !== added.id)] : mutes,
    )
    refetchAll(client)
    showToast({
      title: muteTexts.muted(name),
      action: { label: muteTexts.undo, run: () => void unmute(client, added, name) },
    })
    return added
  } catch (error) {
    showFailure(error)
    return null
  }
}

/** Removes a mute. */
export const unmute = async (client: QueryClient, { id }: Mute, name: string): Promise<void> => {
  try {
    await callApi<typeof removeMute>('DELETE /api/user/mutes/:id', { params: { id } })
    client.setQueryData(mutesQuery.queryKey, (mutes) => mutes?.filter((each) => each.id !== id))
    refetchAll(client)
    showToast({ title: muteTexts.unmuted(name) })
  } catch (error) {
    showFailure(error)
  }
}

type Person = { id: number; username: string }

/**
 * Blocks a member, and offers to undo it. `leave` leaves a page that does not exist for the member afterwards. Returns false
 * after an error, which a toast has shown.
 */
export const block = async (
  client: QueryClient,
  member: Person,
  leave?: () => Promise<unknown>,
): Promise<boolean> => {
  try {
    await callApi<typeof blockMember>('POST /api/users/:id/block', { params: { id: member.id } })
  } catch (error) {
    showFailure(error)
    return false
  }
  await leave?.()
  refetchAll(client)
  showToast({
    title: muteTexts.blocked(member.username),
    action: { label: muteTexts.undo, run: () => void unblock(client, member) },
  })
  return true
}

export const unblock = async (client: QueryClient, { id, username }: Person): Promise<void> => {
  try {
    await callApi<typeof unblockMember>('DELETE /api/users/:id/block', { params: { id } })
    refetchAll(client)
    showToast({ title: muteTexts.unblocked(username) })
  } catch (error) {
    showFailure(error)
  }
}
