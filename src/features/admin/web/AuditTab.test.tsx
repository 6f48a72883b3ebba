import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { AuditTab } from './AuditTab.tsx'

it('reads as sentences that link to the member or topic', async () => {
  const event = {
    admin: 'ada',
    targetId: 7,
    reason: '',
    createdAt: new Date(),
    reasonAddedAt: null,
    isOwn: false,
  }
  const muted = {
    id: 2,
    action: 'mute-user',
    target: 'bob',
    before: { isMuted: false },
    after: { isMuted: true },
  }
  const topic = { id: 1, action: 'create-topic', target: 'Knots', before: null, after: { name: 'Knots' } }
  const { screen } = await renderComponent(
    <AuditTab panelState={{ tab: 'audit', q: '', sort: '', page: 1, density: 'compact' }} />,
    {
      user: buildMember({ isAdmin: true }),
      api: {
        'GET /api/admin/totals/audit': () => ({ body: { count: 2, isMore: false, sums: {} } }),
        'GET /api/admin/acts': () => ({
          body: [
            { ...event, ...muted },
            { ...event, ...topic },
          ],
        }),
      },
    },
  )
  const row = screen.getByRole('row', { name: 'Muted bob' })
  await expect.element(row.getByText('ada muted bob')).toBeVisible()
  await expect
    .element(row.getByText('The member can no longer publish, comment or vote.', { exact: true }))
    .toBeVisible()
  await expect.element(row.getByText('isMuted')).not.toBeInTheDocument()
  await expect.element(row.getByRole('link', { name: 'bob' })).toHaveAttribute('href', '/u/bob')
  await expect.element(screen.getByRole('link', { name: 'Knots' })).toHaveAttribute('href', '/t/knots')
})
