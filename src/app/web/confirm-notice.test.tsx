import { expect, it } from 'vitest'
import { type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { page } from './pages/confirm-notice.tsx'

const TOKEN = 'T'.repeat(43)
const { Component } = page

const openLink = (fragment: string, api: FakeApi = {}) => {
  history.replaceState(null, '', fragment || location.pathname)
  return renderComponent(<Component params={{}} search={{}} />, { api })
}

it.each(['', '#', `#${TOKEN.slice(1)}`, `#${TOKEN}.`])(
  'says of the link “%s” that it is not complete, and offers nothing to confirm',
  async (fragment) => {
    const { screen, writes } = await openLink(fragment)
    await expect.element(screen.getByRole('alert').getByText(/This link is not complete\./)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Confirm report' })).not.toBeInTheDocument()
    await expect.element(screen.getByText('One press,')).not.toBeInTheDocument()
    expect(writes()).toEqual([])
  },
)

it('confirms with a complete link that is opened after an incomplete one', async () => {
  const { screen, writes } = await openLink('', { 'POST /api/legal-notices/confirmation': () => ({}) })
  location.hash = TOKEN
  await screen.getByRole('button', { name: 'Confirm report' }).click()
  await expect.element(screen.getByText('Report confirmed')).toBeVisible()
  expect(writes().map(({ body }) => body)).toEqual([{ token: TOKEN }])
})

it('offers a new report instead of the same press again if the link has expired', async () => {
  const message = 'This link is wrong or has expired. Send your report again.'
  const { screen } = await openLink(`#${TOKEN}`, {
    'POST /api/legal-notices/confirmation': () => ({ status: 404, body: { message } }),
  })
  await screen.getByRole('button', { name: 'Confirm report' }).click()
  await expect.element(screen.getByRole('alert').getByText(new RegExp(`${message}`))).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Report illegal content' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Confirm report' })).not.toBeInTheDocument()
})

it.each([429, 502])('can be pressed again after a proxy has answered with %s', async (status) => {
  const { screen } = await openLink(`#${TOKEN}`, {
    'POST /api/legal-notices/confirmation': () => ({ status }),
  })
  const button = screen.getByRole('button', { name: 'Confirm report' })
  await button.click()
  await expect
    .element(screen.getByRole('alert').getByText(/We couldn't confirm your report\. Please try again\./))
    .toBeVisible()
  await expect.element(button).toBeEnabled()
})
