import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { RoleDialog } from './RoleDialog.tsx'

const show = (fields: { isModerator: boolean; moderatedTopics: number[] }) =>
  renderComponent(<RoleDialog user={{ id: 7, username: 'bob', ...fields }} onClose={() => {}} />, {
    user: buildMember({ isAdmin: true }),
    api: {
      'GET /api/topics': () => ({
        body: [
          { id: 3, name: 'Art', isHot: false },
          { id: 4, name: 'Music', isHot: false },
        ],
      }),
      'PUT /api/admin/users/7/role': () => ({ body: { isModerator: false, moderatedTopics: [] } }),
    },
  })

it('makes a member a moderator of further topics', async () => {
  const { screen, writes } = await show({ isModerator: false, moderatedTopics: [3] })
  await expect.element(screen.getByRole('checkbox', { name: 'Art' })).toBeChecked()
  await screen.getByRole('checkbox', { name: 'Music' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => writes().map(({ body }) => body))
    .toEqual([{ isModerator: false, moderatedTopics: [3, 4] }])
})

it('makes a member a moderator of the site', async () => {
  const { screen, writes } = await show({ isModerator: false, moderatedTopics: [] })
  await screen.getByRole('checkbox', { name: 'Moderator of the site' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Art' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => writes().map(({ body }) => body))
    .toEqual([{ isModerator: true, moderatedTopics: [] }])
})
