import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderComponent } from '#tests/components/render-component.tsx'
import { ReasonChoice } from './ReasonChoice.tsx'

const Form = (props: { isOnlyChoice?: boolean }) => {
  const [value, setValue] = useState('')
  return <ReasonChoice label="What is wrong?" noneLabel="None" value={value} onChange={setValue} {...props} />
}

const show = (count: number, isOnlyChoice: boolean) =>
  renderComponent(<Form isOnlyChoice={isOnlyChoice} />, {
    api: {
      'GET /api/report-reasons': () => ({
        body: Array.from({ length: count }, (_, index) => `Rule ${index}`),
      }),
    },
  })

it('shows all reasons to somebody who only has to choose one', async () => {
  const { screen } = await show(10, true)
  await screen.getByRole('radio', { name: 'Rule 3' }).click()
  await expect.element(screen.getByRole('radio', { name: 'Rule 3' })).toBeChecked()
})

it('shows many reasons, and those of moderators, in a list that opens', async () => {
  const { screen } = await show(11, true)
  await expect.element(screen.getByRole('combobox', { name: 'What is wrong?' })).toBeVisible()
  await screen.unmount()
  const ofModerator = await show(2, false)
  await expect.element(ofModerator.screen.getByRole('combobox', { name: 'What is wrong?' })).toBeVisible()
})
