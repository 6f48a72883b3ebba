import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { OwnReport } from '../../contract-reports.ts'
import { OwnReports } from './OwnReports.tsx'

const open: OwnReport = {
  id: 3,
  subjectKind: 'post',
  excerpt: 'A haiku',
  url: '/post/7',
  reason: 'Spam',
  words: '',
  createdAt: new Date(),
  decision: null,
}
const decision = {
  action: 'remove',
  reason: 'Spam',
  words: '',
  createdAt: new Date(),
  isReversed: false,
} as const

const show = (reports: readonly OwnReport[], status = 200) =>
  renderComponent(<OwnReports />, {
    user: buildMember(),
    api: {
      'GET /api/user/reports': () => ({ body: reports }),
      'DELETE /api/reports/3': () => ({ status, body: { message: 'A moderator has decided this case' } }),
    },
  })

it('links to what was reported as long as the member can see it', async () => {
  const { screen } = await show([open, { ...open, id: 2, excerpt: 'Gone', url: null, decision }])
  await expect.element(screen.getByRole('link', { name: 'A haiku' })).toHaveAttribute('href', '/post/7')
  await expect.element(screen.getByText('Gone')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Gone' })).not.toBeInTheDocument()
})

it('withdraws a report after a question, unless it is decided', async () => {
  const { screen, writes } = await show([open, { ...open, id: 2, excerpt: 'Decided', decision }])
  await expect
    .element(screen.getByRole('button', { name: 'Withdraw report: Decided' }))
    .not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Withdraw report: A haiku' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Withdraw this report?' })
  await dialog.getByRole('button', { name: 'Withdraw report' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(writes()).toMatchObject([{ method: 'DELETE', url: '/api/reports/3' }])
})

it('says in the dialog why a report cannot be withdrawn', async () => {
  const { screen } = await show([open], 409)
  await screen.getByRole('button', { name: 'Withdraw report: A haiku' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Withdraw this report?' })
  await dialog.getByRole('button', { name: 'Withdraw report' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('A moderator has decided this case')
})
