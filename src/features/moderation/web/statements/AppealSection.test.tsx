import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { buildStatement } from '#tests/components/samples.ts'
import { AppealSection } from './AppealSection.tsx'

const statement = buildStatement()

it('says what is missing in an appeal, and moves the focus there', async () => {
  const { screen } = await renderComponent(<AppealSection statement={statement} />, {
    user: buildMember(),
    api: { 'POST /api/user/decisions/7/appeal': () => ({ status: 400, body: { message: 'Say why' } }) },
  })
  await screen.getByRole('button', { name: 'Send appeal' }).click()
  const words = screen.getByRole('textbox', { name: 'Why it is wrong' })
  await expect.element(words).toHaveAccessibleDescription(/^Say why/)
  await expect.element(words).toHaveFocus()
})
