import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import { buildStatement } from '#tests/components/samples.ts'
import { StatementView } from './StatementView.tsx'

const statement = buildStatement({
  subjectKind: 'member',
  action: 'remove-all',
  posts: [{ title: 'A haiku', href: '/post/3' }],
  content: 'What a comment said',
})

it('lists the posts that were removed with everything of an account', async () => {
  const { screen } = await renderComponent(<StatementView id={7} />, {
    user: buildMember(),
    api: { 'GET /api/user/decisions/7': () => ({ body: statement }) },
  })
  await expect.element(screen.getByRole('link', { name: 'A haiku' })).toHaveAttribute('href', '/post/3')
  await expect.element(screen.getByText('What a comment said')).toBeVisible()
})

it.each([
  ['leads whom it is about to all decisions about them', true],
  ['leads nobody else to a list that would be about themselves', false],
])('%s', async (_name, isOwn) => {
  const { screen } = await renderComponent(<StatementView id={7} />, {
    user: buildMember(),
    api: { 'GET /api/user/decisions/7': () => ({ body: buildStatement({ isOwn }) }) },
  })
  await expect.element(screen.getByRole('heading', { name: /^Decision about/ })).toBeVisible()
  const list = screen.getByRole('link', { name: 'Decisions about you' })
  if (isOwn) await expect.element(list).toHaveAttribute('href', '/statements')
  else await expect.element(list).not.toBeInTheDocument()
})
