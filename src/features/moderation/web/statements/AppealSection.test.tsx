import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { Statement } from '../../contract-statements.ts'
import { AppealSection } from './AppealSection.tsx'

const statement: Statement = {
  id: 7,
  subjectKind: 'post',
  excerpt: 'A post',
  action: 'label',
  reason: 'Something else',
  words: '',
  isLegal: false,
  endsAt: null,
  moderatorRole: 'admin',
  createdAt: new Date('2026-01-01'),
  reversedAt: null,
  reversalWords: '',
  isOwn: true,
  posts: [],
  content: '',
  href: null,
  findings: [],
  hasReports: false,
  hasLegalNotices: false,
  appeal: null,
  appealEndsAt: new Date('2026-07-01'),
  canAppeal: true,
}

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
