import { beforeEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { paths } from '#core/paths.ts'
import { mapProfileFields } from '#core/profile-fields.ts'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { Profile } from '../../contract.ts'
import { MemberCardHost } from './MemberCardHost.tsx'

const grace: Profile = {
  id: 2,
  username: 'Grace',
  avatar: null,
  ...mapProfileFields(() => ''),
  bio: 'Writes compilers',
  karma: 1_200,
  createdAt: new Date('2026-01-02'),
  postCount: 3,
  followerCount: 0,
  isFollowed: false,
  isSuspended: false,
  remixCount: 0,
  collectionCount: 0,
  commentCount: 0,
  posts: [],
}

const setUp = async ({
  user = buildMember(),
  api = {},
}: {
  user?: ReturnType<typeof buildMember> | null
  api?: FakeApi
} = {}) => {
  const rendered = await renderComponent(
    <>
      <button type="button">Before</button>
      <main>
        <SiteLink href={paths.profile('Grace')}>Grace</SiteLink>
        <SiteLink href={paths.profile('Grace')}>Grace again</SiteLink>
        <SiteLink href={paths.profileTab('Grace', 'comments')}>Comments of Grace</SiteLink>
        <button type="button" className="mt-96 block">
          After
        </button>
      </main>
      <MemberCardHost />
    </>,
    { user, api: { 'GET /api/users/Grace': () => ({ body: grace }), ...api } },
  )
  const { screen } = rendered
  return {
    ...rendered,
    link: screen.getByRole('link', { name: 'Grace', exact: true }).first(),
    card: screen.getByRole('group', { name: 'About Grace' }),
    before: screen.getByRole('button', { name: 'Before' }),
    after: screen.getByRole('button', { name: 'After' }),
  }
}

describe('The card about a member', () => {
  beforeEach(() => userEvent.unhover(document.body))

  it('appears when the pointer rests on a link, stays while the pointer is on it, and goes afterwards', async () => {
    const { screen, link, card, after } = await setUp()
    await link.hover()
    for (const text of ['Writes compilers', '3 posts'])
      await expect.element(card.getByText(text)).toBeVisible()
    await card.hover()
    await screen.getByText('Writes compilers').hover()
    // A card that goes has gone by now.
    await new Promise((resolve) => setTimeout(resolve, 400))
    await expect.element(card).toBeVisible()
    await after.hover()
    await expect.element(card).not.toBeInTheDocument()
  })

  it('requests each member once', async () => {
    const { screen, link, card, after, requests } = await setUp()
    await link.hover()
    await expect.element(card).toBeVisible()
    await after.hover()
    await expect.element(card).not.toBeInTheDocument()
    await screen.getByRole('link', { name: 'Grace again' }).hover()
    await expect.element(card).toBeVisible()
    expect(requests.filter(({ url }) => url.startsWith('/api/users/Grace'))).toHaveLength(1)
  })

  it('is dismissed with Escape, which does nothing else, until the pointer has left the link', async () => {
    const { link, card, after } = await setUp()
    const seen: string[] = []
    const listen = ({ key }: KeyboardEvent) => seen.push(key)
    document.addEventListener('keydown', listen)
    await link.hover()
    await expect.element(card).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(card).not.toBeInTheDocument()
    expect(seen).toEqual([])
    document.removeEventListener('keydown', listen)
    await after.hover()
    await link.hover()
    await expect.element(card).toBeVisible()
  })

  it('is reached with Tab from the focused link, and left to what follows the link', async () => {
    const { screen, link, card, before } = await setUp()
    await before.click()
    await userEvent.tab()
    await expect.element(link).toHaveFocus()
    await expect.element(card).toBeVisible()
    await userEvent.tab()
    await expect.element(card.getByRole('link', { name: 'Grace' })).toHaveFocus()
    await userEvent.tab()
    await expect.element(card.getByRole('button', { name: 'Follow' })).toHaveFocus()
    await userEvent.tab()
    await expect.element(screen.getByRole('link', { name: 'Grace again' })).toHaveFocus()
    await expect.element(card).toBeVisible()
    await userEvent.tab()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('link', { name: 'Grace again' })).toHaveFocus()
    await expect.element(card).not.toBeInTheDocument()
  })

  it('follows the member', async () => {
    const { link, card, writes } = await setUp({ api: { 'POST /api/users/2/follow': () => ({ body: {} }) } })
    await link.hover()
    await card.getByRole('button', { name: 'Follow' }).click()
    await expect.element(card.getByRole('button', { name: 'Unfollow' })).toBeVisible()
    expect(writes().map(({ url }) => url)).toEqual(['/api/users/2/follow'])
  })

  it('offers visitors no button, and does not appear for tabs of a profile or without a profile', async () => {
    const { screen, link, card, requests } = await setUp({ user: null })
    await screen.getByRole('link', { name: 'Comments of Grace' }).hover()
    await link.hover()
    await expect.element(card).toBeVisible()
    await expect.element(card.getByRole('button')).not.toBeInTheDocument()
    expect(requests).toHaveLength(1)
  })
})
