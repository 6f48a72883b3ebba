import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import type { CurrentUser } from '#core/current-user.ts'
import type { SiteLicense } from '#core/licenses.ts'
import { mapProfileFields } from '#core/profile-fields.ts'
import { setTransport } from '#web/api-client.ts'
import { currentUserQuery } from '#web/current-user.ts'
import { announce } from '#web/kit/LiveRegion.tsx'
import { toastStore } from '#web/kit/toast.ts'
import { createQueryClient } from '#web/query-client.ts'
import { signInRequestStore } from '#web/sign-in-request.ts'
import { ComponentFrame, openEmptyPage } from './ComponentFrame.tsx'

export type ApiRequest = { method: string; url: string; body: unknown; ifMatch?: string }
export type ApiResponse = { status?: number; body?: unknown }

/** Responses by request method and path, such as `POST /api/votes`; the query string is ignored. */
export type FakeApi = Record<string, (request: ApiRequest) => ApiResponse | Promise<ApiResponse>>

const rejectWhenAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

/**
 * Renders a component as on a page of the site: with a query cache, a router whose pages are empty, toasts, a live
 * region and the site's styles. `license` is the site's default, if it has one. `api` responds to its requests; a request that is not listed there fails with 501.
 * Returns the screen, all requests so far, the write requests among them, the query cache, the navigation, and the
 * action for which the visitor was asked to sign in. The requests may include a late refetch of the previous test, so
 * tests that prove that nothing is sent check the write requests only. Drafts, toasts and announcements are cleared
 * after the test.
 */
export const renderComponent = async (
  component: ReactNode,
  {
    user = null,
    api = {},
    url = '/',
    license,
  }: { user?: CurrentUser | null; api?: FakeApi; url?: string; license?: SiteLicense | undefined } = {},
) => {
  const requests: ApiRequest[] = []
  setTransport(async (requestUrl, { method, body: text, signal, ifMatch }) => {
    const sent = text === undefined || text instanceof Blob ? text : JSON.parse(text)
    const request = { method, url: requestUrl, body: sent, ...(ifMatch !== undefined && { ifMatch }) }
    requests.push(request)
    const answer = api[`${method} ${requestUrl.split('?')[0]}`]
    const { status = 200, body = {} } = answer
      ? await Promise.race([answer(request), rejectWhenAborted(signal)])
      : { status: 501 }
    return { status, body: JSON.stringify(body) }
  })
  onTestFinished(() => {
    setTransport(() => Promise.reject(new Error('No network')))
    signInRequestStore.set(null)
    toastStore.set(null)
    announce('')
    localStorage.clear()
  })

  const queryClient = createQueryClient()
  queryClient.setQueryData(currentUserQuery.queryKey, user)
  const opened = await openEmptyPage(queryClient, url, license)
  const screen = await render(<ComponentFrame {...opened}>{component}</ComponentFrame>)
  return {
    screen,
    requests,
    writes: () => requests.filter(({ method }) => method !== 'GET'),
    queryClient,
    navigation: opened.navigation,
    signInRequest: () => signInRequestStore.get(),
  }
}

/** Creates a member with a completed profile. */
export const buildMember = (fields: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 1,
  username: 'Ada',
  email: 'ada@example.org',
  avatar: null,
  ...mapProfileFields(() => ''),
  approval: null,
  karma: 0,
  isAdmin: false,
  isModerator: false,
  moderatedTopics: [],
  isMuted: false,
  isSuspended: false,
  sanctionEndsAt: null,
  profileCompleted: true,
  hasPlaceholderUsername: false,
  followsMembers: false,
  followsCollections: false,
  privatePosts: 0,
  optimized: 0,
  hasRemovals: false,
  createdAt: new Date('2026-01-01'),
  ...fields,
})
