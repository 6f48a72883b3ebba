import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { ApiError } from '#web/api-client.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { profileSubject, topicSubject } from './SubjectLinks.tsx'

const setUp = async (action: (reason: string) => Promise<unknown>, isReady = true) => {
  const onClose = vi.fn()
  const run = vi.fn(action)
  const { screen } = await renderComponent(
    <ConfirmDialog
      draft="delete-topic:3"
      title="Delete Poems?"
      text="Its 4 posts stay."
      isReady={isReady}
      label="Delete topic"
      successMessage="Topic deleted"
      action={run}
      onClose={onClose}
    />,
    { user: buildMember({ isAdmin: true }) },
  )
  return {
    screen,
    run,
    onClose,
    reason: screen.getByRole('textbox', { name: 'Reason (optional)' }),
    confirm: screen.getByRole('button', { name: 'Delete topic' }),
  }
}

describe('The dialog that confirms an action of an admin', () => {
  it('acts once with the reason, and closes when it is done', async () => {
    const done = Promise.withResolvers<void>()
    const { screen, run, onClose, reason, confirm } = await setUp(() => done.promise)
    await expect.element(screen.getByRole('dialog')).toHaveAccessibleDescription('Its 4 posts stay.')
    await reason.fill('Spam')
    await confirm.click()
    await expect.element(screen.getByRole('button', { name: 'Working…' })).toBeDisabled()
    await expect.element(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    done.resolve()
    await expect.poll(() => onClose.mock.calls).toHaveLength(1)
    expect(run).toHaveBeenCalledExactlyOnceWith('Spam')
    // Checks only that the message is in the document, because the open dialog still covers it.
    await expect.element(screen.getByText('Topic deleted')).toBeInTheDocument()
  })

  it('shows an error and stays open with the reason', async () => {
    const { screen, onClose, reason, confirm } = await setUp(() =>
      Promise.reject(new ApiError(409, JSON.stringify({ message: 'It has posts now' }))),
    )
    await reason.fill('Spam')
    await confirm.click()
    await expect.element(screen.getByRole('alert')).toHaveTextContent('It has posts now')
    await expect.element(confirm).toBeEnabled()
    await expect.element(reason).toHaveValue('Spam')
    expect(onClose).not.toHaveBeenCalled()
  })

  it('links to what it affects in a new tab', async () => {
    const { screen } = await renderComponent(
      <ConfirmDialog
        draft="delete-topic:3"
        title="Delete Poems?"
        text="Its 4 posts stay."
        label="Delete topic"
        successMessage="Topic deleted"
        subjects={[topicSubject('Poems'), profileSubject('bob')]}
        action={async () => {}}
        onClose={() => {}}
      />,
      { user: buildMember({ isAdmin: true }) },
    )
    const topic = screen.getByRole('link', { name: 'View the topic Poems (opens in a new tab)' })
    await expect.element(topic).toHaveAttribute('href', '/t/poems')
    await expect.element(topic).toHaveAttribute('target', '_blank')
    const profile = screen.getByRole('link', { name: 'View bob’s profile (opens in a new tab)' })
    await expect.element(profile).toHaveAttribute('href', '/u/bob')
  })

  it('cannot be confirmed before what it asks about is known', async () => {
    const { confirm } = await setUp(async () => {}, false)
    await expect.element(confirm).toBeDisabled()
  })

  it('restores the reason after it was cancelled, and forgets it after the action', async () => {
    const first = await setUp(async () => {})
    await first.reason.fill('Spam')
    await first.screen.getByRole('button', { name: 'Cancel' }).click()
    expect(first.onClose).toHaveBeenCalledOnce()
    expect(first.run).not.toHaveBeenCalled()
    await first.screen.unmount()

    const second = await setUp(async () => {})
    await expect.element(second.reason).toHaveValue('Spam')
    await second.confirm.click()
    await expect.poll(() => second.onClose.mock.calls).toHaveLength(1)
    await second.screen.unmount()

    const third = await setUp(async () => {})
    await expect.element(third.reason).toHaveValue('')
  })
})
