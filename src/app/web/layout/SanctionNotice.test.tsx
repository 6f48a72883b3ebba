import { expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import SanctionNotice from './SanctionNotice.tsx'

const endsAt = new Date('2026-12-26T10:00:00Z')

it('says until when an account is muted or suspended, and what the member can still do', async () => {
  for (const [user, title, text] of [
    [
      { isSuspended: true, sanctionEndsAt: endsAt },
      'suspended until December 26, 2026.',
      /export and delete/,
    ],
    [{ isSuspended: true, sanctionEndsAt: null }, 'suspended.', /and appeal/],
    [{ isSuspended: false, sanctionEndsAt: endsAt }, 'muted until December 26, 2026.', /but not publish/],
  ] as const) {
    const { screen } = await renderComponent(<SanctionNotice user={user} />)
    await expect.element(screen.getByText(`Your account is ${title}`, { exact: true })).toBeVisible()
    await expect.element(screen.getByText(text)).toBeVisible()
    await screen.unmount()
  }
})

it('can be closed', async () => {
  const { screen } = await renderComponent(
    <SanctionNotice user={{ isSuspended: false, sanctionEndsAt: null }} />,
  )
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect.element(screen.getByText('Your account is muted.')).not.toBeInTheDocument()
})
