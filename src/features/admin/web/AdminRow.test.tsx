import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { SignUpRow } from '#features/members/contract.ts'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { Button } from '#web/kit/Button.tsx'
import { AdminPanel } from './AdminPanel.tsx'
import { AdminRow, Badge } from './AdminRow.tsx'
import { AdminTable } from './AdminTable.tsx'
import { Account, signUpColumns } from './ApprovalsTab.tsx'

const LONG = 'A long text about ropes and knots. '.repeat(20)

describe('A row of the admin panel', () => {
  it('is one line of at most 28 px on a wide screen, and shows its whole text when opened', async () => {
    await page.viewport(1440, 900)
    const { screen } = await renderComponent(
      <AdminTable columns={[{ label: 'Name' }, { label: 'Posts' }, { label: 'Description' }]}>
        <AdminRow
          label="Knots"
          title={<span>{LONG}</span>}
          facts={LONG}
          cells={[{ label: 'Posts', value: LONG }]}
          actions={<Button>Delete</Button>}
          more={<p>And more</p>}
        >
          <p>{LONG}</p>
        </AdminRow>
      </AdminTable>,
    )
    const row = screen.getByRole('row', { name: 'Knots' })
    const height = () => row.element().getBoundingClientRect().height
    expect(height()).toBeLessThanOrEqual(28)
    expect(screen.getByRole('cell').first().element().clientWidth).toBeLessThanOrEqual(320)
    const details = screen.getByRole('button', { name: 'Details of Knots' })
    await expect.element(details).toHaveAttribute('aria-expanded', 'false')
    await expect.element(screen.getByText('And more')).not.toBeInTheDocument()
    await details.click()
    await expect.element(details).toHaveAttribute('aria-expanded', 'true')
    await expect.element(screen.getByText('And more')).toBeVisible()
    expect(height()).toBeGreaterThan(60)
  })
})

describe('The name of a member in a row', () => {
  const name = 'WorldWideWebWanderer'
  const account: SignUpRow = {
    id: 3,
    username: name,
    email: 'somebody.with.a.long.name@mail.example.org',
    answer: LONG,
    answeredAt: new Date(),
    rejectedAt: null,
    reason: '',
  }

  it.each([390, 768, 1280, 1440])('is whole at %d px', async (width) => {
    await page.viewport(width, 800)
    // The panel is beside the sidebar.
    const { screen } = await renderComponent(
      <div style={{ width: width < 768 ? width - 32 : width - 316 }}>
        <AdminTable columns={signUpColumns}>
          <Account account={account} />
          <AdminRow
            label={name}
            title={
              <>
                <a href="/">{name}</a>
                <Badge>Profile incomplete</Badge>
              </>
            }
            cells={[{ label: 'Email', value: account.email }]}
            actions={<Button>Delete</Button>}
          />
        </AdminTable>
      </div>,
    )
    const shown = screen.getByText(name, { exact: true })
    await expect.element(shown).toHaveLength(2)
    for (const text of shown.elements()) {
      const title = text.parentElement as HTMLElement
      expect(title.scrollWidth).toBeLessThanOrEqual(title.clientWidth)
      expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth)
      expect(text.getBoundingClientRect().right).toBeLessThanOrEqual(width)
    }
  })
})

describe('The tabs of the admin panel', () => {
  it('say how much waits in them', async () => {
    const { screen } = await renderComponent(<AdminPanel search={{ tab: 'requests' }} />, {
      user: buildMember({ isAdmin: true }),
      api: {
        'GET /api/admin/waiting': () => ({ body: { requests: 3, feedback: 100, ads: 0 } }),
        'GET /api/admin/topic-requests': () => ({ body: [] }),
        'GET /api/admin/totals/requests': () => ({ body: { count: 0, isMore: false, sums: {} } }),
      },
    })
    const tab = (name: string) => screen.getByRole('tab', { name, exact: true })
    await expect.element(tab('Requests')).toHaveAccessibleDescription('3 waiting')
    await expect.element(tab('Requests')).toHaveTextContent('Requests3')
    await expect.element(tab('Feedback')).toHaveAccessibleDescription('99+ waiting')
    for (const name of ['Ad Requests', 'Users'])
      await expect.element(tab(name)).not.toHaveAttribute('aria-description')
  })
})
