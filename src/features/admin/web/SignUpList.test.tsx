import { expect, it } from 'vitest'
import type { SignUpRow } from '#features/members/contract.ts'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { SignUpList } from './SignUpList.tsx'

const row = (id: number, username: string): SignUpRow => ({
  id,
  username,
  email: `${username}@example.org`,
  answer: `I am ${username}`,
  answeredAt: new Date(),
  rejectedAt: null,
  reason: '',
})

const show = (api: FakeApi) =>
  renderComponent(<SignUpList />, { user: buildMember({ isModerator: true }), api })

it('lets a moderator approve one account, or all of them', async () => {
  let rows = [row(3, 'ada'), row(4, 'ben'), row(5, 'eve')]
  const { screen, writes } = await show({
    'GET /api/admin/sign-ups': () => ({ body: rows }),
    'POST /api/admin/sign-ups/approve': ({ body }) => {
      const { ids } = body as { ids: number[] }
      rows = rows.filter(({ id }) => !ids.includes(id))
      return { body: { approved: ids.length } }
    },
  })
  await expect.element(screen.getByText('I am ada')).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Approve ada' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(screen.getByRole('row', { name: 'ada' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Approve 2 accounts' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect.element(screen.getByText('No accounts wait for approval')).toBeVisible()
  expect(writes().map(({ body }) => body)).toEqual([{ ids: [3] }, { ids: [4, 5] }])
})

it('says if the accounts could not be loaded, and tries again', async () => {
  let isAway = true
  const { screen } = await show({
    'GET /api/admin/sign-ups': () => (isAway ? { status: 500 } : { body: [row(3, 'ada')] }),
  })
  const again = screen.getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  isAway = false
  await again.click()
  await expect.element(screen.getByRole('row', { name: 'ada' })).toBeInTheDocument()
})
