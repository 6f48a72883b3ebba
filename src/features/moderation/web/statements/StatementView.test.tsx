import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { Statement } from '../../contract-statements.ts'
import { StatementView } from './StatementView.tsx'

const statement: Statement = {
  id: 7,
  subjectKind: 'member',
  excerpt: 'ada',
  action: 'remove-all',
  reason: 'Spam',
  words: '',
  isLegal: false,
  endsAt: null,
  moderatorRole: 'admin',
  createdAt: new Date('2026-01-01'),
  reversedAt: null,
  reversalWords: '',
  isOwn: true,
  posts: [{ title: 'A haiku', href: '/post/3' }],
  content: 'What a comment said',
  href: null,
  findings: [],
  hasReports: false,
  hasLegalNotices: false,
  appeal: null,
  appealEndsAt: new Date('2026-07-01'),
  canAppeal: false,
}

it('lists the posts that were removed with everything of an account', async () => {
  const { screen } = await renderComponent(<StatementView id={7} />, {
    user: buildMember(),
    api: { 'GET /api/user/decisions/7': () => ({ body: statement }) },
  })
  await expect.element(screen.getByRole('link', { name: 'A haiku' })).toHaveAttribute('href', '/post/3')
  await expect.element(screen.getByText('What a comment said')).toBeVisible()
})
