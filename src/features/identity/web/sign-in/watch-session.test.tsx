import { expect, it, onTestFinished } from 'vitest'
import type { addBookmark, getBookmark } from '#features/bookmarks/contract.ts'
import { type ApiResponse, buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { callApi } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { closeSignInDialog } from '#web/sign-in-request.ts'
import { clearCurrentUser } from './refetch-current-user.ts'
import { watchSession } from './watch-session.ts'

const user = buildMember()

/** A page of a member whose session has ended on the server. `signIn` starts a new one of this member. */
const openEndedSession = async () => {
  let member: ApiResponse = { status: 401 }
  const rendered = await renderComponent(null, {
    user,
    api: {
      'GET /api/auth/me': () => member,
      'POST /api/posts/7/bookmark': () => (member.status === 401 ? member : {}),
    },
  })
  onTestFinished(watchSession(rendered))
  const refetchUser = () => rendered.queryClient.fetchQuery({ ...currentUserQuery, staleTime: 0 })
  return {
    ...rendered,
    refetchUser,
    signIn: async (id: number) => {
      member = { body: { ...user, id } }
      await refetchUser()
      closeSignInDialog(true)
    },
    write: () => callApi<typeof addBookmark>('POST /api/posts/:id/bookmark', { params: { id: 7 } }),
  }
}

it('repeats a write after signing in again if the return to the tab has found the end of the session first', async () => {
  const { refetchUser, write, writes, signInRequest, signIn } = await openEndedSession()
  expect(await refetchUser()).toBeNull()
  const written = write()
  await expect.poll(signInRequest).toMatchObject({ reason: 'expired' })
  await signIn(user.id)
  await written
  expect(writes()).toHaveLength(2)
})

it('does not repeat a write after somebody else has signed in', async () => {
  const { refetchUser, write, writes, signInRequest, signIn } = await openEndedSession()
  await refetchUser()
  const written = expect(write()).rejects.toMatchObject({ status: 401 })
  await expect.poll(signInRequest).toMatchObject({ reason: 'expired' })
  await signIn(user.id + 1)
  await written
  expect(writes()).toHaveLength(1)
})

it('asks nobody again who has declined, until somebody signs in', async () => {
  const { write, writes, signInRequest, signIn, refetchUser } = await openEndedSession()
  const declined = expect(write()).rejects.toMatchObject({ status: 401 })
  await expect.poll(signInRequest).toMatchObject({ reason: 'expired' })
  closeSignInDialog(false)
  await expect(write()).rejects.toMatchObject({ status: 401 })
  await declined
  expect(await refetchUser()).toBeNull()
  await expect(write()).rejects.toMatchObject({ status: 401 })
  expect(signInRequest()).toBeNull()
  await signIn(user.id)
  await write()
  expect(writes()).toHaveLength(4)
})

it('asks nobody to sign in again after a sign-out', async () => {
  const { write, signInRequest, ...context } = await openEndedSession()
  await clearCurrentUser(context)
  await expect(write()).rejects.toMatchObject({ status: 401 })
  expect(signInRequest()).toBeNull()
})

it('checks the session again later if the check of a hidden tab got no answer', async () => {
  let hidden = true
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  onTestFinished(() => void Reflect.deleteProperty(document, 'hidden'))
  const answers: ApiResponse[] = [{ status: 502 }]
  const { signInRequest, queryClient, navigation } = await renderComponent(null, {
    user,
    api: {
      'GET /api/auth/me': () => answers.shift() ?? { status: 401 },
      'GET /api/posts/7/bookmark': () => ({ status: 401 }),
    },
  })
  onTestFinished(watchSession({ queryClient, navigation }))
  await expect(
    callApi<typeof getBookmark>('GET /api/posts/:id/bookmark', { params: { id: 7 } }),
  ).rejects.toMatchObject({ status: 401 })
  hidden = false
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => answers.length).toBe(0)
  expect(signInRequest()).toBeNull()
  await expect
    .poll(() => {
      document.dispatchEvent(new Event('visibilitychange'))
      return signInRequest()
    })
    .toMatchObject({ reason: 'expired' })
})
