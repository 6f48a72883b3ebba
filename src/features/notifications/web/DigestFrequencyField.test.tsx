import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { DigestFrequencyField } from './DigestFrequencyField.tsx'

const settings = { frequency: 'never', isOffered: true, email: 'ada@example.org' }
const setUp = async (body: object, api: FakeApi = {}, confirmation?: ReactNode) =>
  renderComponent(
    <>
      <DigestFrequencyField confirmation={confirmation} />
      <p>Below</p>
    </>,
    { user: buildMember(), api: { 'GET /api/notifications/digest': () => ({ body }), ...api } },
  )
const LABEL = 'Email me a summary of unread notifications'

describe('The choice of digests', () => {
  it('is made with the arrow keys and keeps the focus', async () => {
    const sent: unknown[] = []
    const { screen } = await setUp(settings, {
      'PUT /api/notifications/digest': ({ body }) => {
        sent.push(body)
        return { body: { ...settings, frequency: 'daily' } }
      },
    })
    await expect.element(screen.getByRole('group', { name: LABEL })).toBeVisible()
    const never = screen.getByRole('radio', { name: 'Never' })
    await expect.element(never).toBeChecked()
    ;(never.element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(screen.getByRole('radio', { name: 'Daily' })).toBeChecked()
    await expect.element(screen.getByRole('radio', { name: 'Daily' })).toHaveFocus()
    await expect.poll(() => sent).toEqual([{ frequency: 'daily' }])
  })

  it('returns to the old one and says so if the server fails', async () => {
    const { screen } = await setUp(settings, {
      'PUT /api/notifications/digest': () => ({ status: 500, body: { title: 'Broken' } }),
    })
    await screen.getByRole('radio', { name: 'Weekly' }).click()
    await expect.element(screen.getByText("Couldn't save the setting")).toBeVisible()
    await expect.element(screen.getByRole('radio', { name: 'Never' })).toBeChecked()
  })

  it('needs a verified email, but can be turned off without', async () => {
    const { screen } = await setUp({ ...settings, email: null })
    await expect.element(screen.getByText("Your email isn't verified", { exact: false })).toBeVisible()
    expect(screen.getByRole('radio').elements()).toEqual([])
    const { screen: later } = await setUp({ ...settings, email: null, frequency: 'daily' })
    await expect.element(later.getByRole('radio', { name: 'Daily' })).toBeChecked()
  })

  it('offers to confirm the email if a digest needs that', async () => {
    const { screen } = await setUp({ ...settings, email: null }, {}, <button type="button">Send it</button>)
    await expect.element(screen.getByRole('button', { name: 'Send it' })).toBeVisible()
    expect(screen.getByRole('radio').elements()).toEqual([])
  })

  it('says that there is none if the site sends no mail', async () => {
    let answered = false
    const { screen } = await setUp(settings, {
      'GET /api/notifications/digest': () => {
        answered = true
        return { body: { ...settings, isOffered: false } }
      },
    })
    await expect.element(screen.getByText('Below')).toBeVisible()
    await expect.poll(() => answered).toBe(true)
    await expect.element(screen.getByText('This site sends no email', { exact: false })).toBeVisible()
    await expect.element(screen.getByText(LABEL)).not.toBeInTheDocument()
  })
})
