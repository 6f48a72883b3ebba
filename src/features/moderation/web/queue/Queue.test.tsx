import { expect, it } from 'vitest'
import { buildMember, renderComponent } from '#tests/components/render-component.tsx'
import type { CaseDetails, ModerationCase } from '../../contract.ts'
import { NoteThread } from './NoteThread.tsx'
import { Queue } from './Queue.tsx'

const found: CaseDetails = {
  id: 7,
  subjectKind: 'post',
  subjectId: 3,
  subjectVersion: 0,
  postId: 3,
  topic: null,
  author: { id: 9, username: 'bob' },
  excerpt: 'A haiku',
  source: 'reports',
  findings: [],
  isUrgent: false,
  isOpen: true,
  claimedBy: null,
  openedAt: new Date(),
  reportCount: 1,
  reasons: ['Spam'],
  subject: {
    href: '/post/3',
    title: 'A haiku',
    text: 'Rain',
    exampleFiles: [],
    tags: [],
    labels: [],
    isVisible: true,
    isReadable: true,
    revision: '1',
    isWaiting: false,
  },
  post: null,
  hiddenText: [],
  reports: [],
  earlierTexts: [],
  decisions: [],
  authorDecisions: [],
  notes: [],
  authorNotes: [],
  actions: ['dismiss', 'remove'],
}

type Options = { caseId?: number; appeals?: number; accounts?: number; canApprove?: boolean }

type Listed = CaseDetails & Partial<Pick<ModerationCase, 'outcome'>>

const show = (cases: Listed[], { caseId, appeals = 0, accounts = 0, canApprove = true }: Options = {}) =>
  renderComponent(
    <Queue tab="open" caseId={caseId} appeals={null} accounts={canApprove && 'New accounts'} />,
    {
      user: buildMember({ isModerator: true }),
      api: {
        'GET /api/moderation/cases': () => ({ body: cases }),
        'GET /api/moderation/cases/7': () => ({ body: cases[0] }),
        'GET /api/moderation/waiting': () => ({ body: { cases: cases.length, appeals, accounts } }),
        'GET /api/report-reasons': () => ({ body: ['Spam', 'Other'] }),
        'PUT /api/moderation/cases/7/claim': () => ({ body: {} }),
        'POST /api/moderation/cases/7/decisions': () => ({ body: { id: 1 } }),
      },
    },
  )

it('approves a post that waits for a first look, without asking for a rule', async () => {
  const { screen, writes } = await show([{ ...found, source: 'first-look', reportCount: 0, reasons: [] }], {
    caseId: 7,
  })
  await screen.getByRole('button', { name: 'Approve…' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Approve this post?' })
  await expect.element(dialog.getByRole('combobox', { name: 'Reason' })).not.toBeInTheDocument()
  await dialog.getByLabelText('Words to the author (optional)').fill('Welcome')
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(() => writes().at(-1)?.body)
    .toEqual({
      action: 'dismiss',
      reason: 'Within the rules',
      words: 'Welcome',
      isLegal: false,
      revision: '1',
      lastDecision: null,
    })
})

it('dismisses reports with words to those who sent them', async () => {
  const { screen, writes } = await show([found], { caseId: 7 })
  await screen.getByRole('button', { name: 'Dismiss…' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Dismiss this case?' })
  await expect.element(dialog.getByLabelText('Words to those who reported it (optional)')).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Reason' }).click()
  await screen.getByRole('option', { name: 'Already dealt with' }).click()
  await dialog.getByRole('button', { name: 'Dismiss' }).click()
  await expect
    .poll(() => writes().at(-1)?.body)
    .toMatchObject({ action: 'dismiss', reason: 'Already dealt with' })
})

it('approves what reports have hidden, without a rule that it has broken', async () => {
  const subject = found.subject && { ...found.subject, isVisible: false, isWaiting: true }
  const { screen, writes } = await show([{ ...found, subject }], { caseId: 7 })
  await screen.getByRole('button', { name: 'Approve…' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Approve this?' })
  await expect.element(dialog.getByText('The author and those who reported it read this.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Approve' }).click()
  await expect
    .poll(() => writes().at(-1)?.body)
    .toMatchObject({ action: 'dismiss', reason: 'Within the rules' })
})

it('says in the list of decided cases what was decided', async () => {
  const outcome = {
    action: 'remove',
    reason: 'Spam',
    moderatorRole: 'moderator',
    createdAt: new Date(),
    isReversed: true,
    isApproval: false,
  } as const
  const approved = { ...outcome, action: 'dismiss', isReversed: false, isApproval: true } as const
  const { screen } = await show([
    { ...found, isOpen: false, outcome },
    { ...found, id: 8, isOpen: false, outcome: approved },
  ])
  const list = screen.getByRole('list', { name: 'Cases' })
  await expect.poll(() => list.element().textContent).toMatch(/Removed · Undone · Spam · moderator/)
  await expect.poll(() => list.element().textContent).toMatch(/Approved · Spam · moderator/)
})

it('says that the dismissal of a wave gives back what was taken', async () => {
  const { screen } = await show([{ ...found, subjectKind: 'member', source: 'findings' }], { caseId: 7 })
  await screen.getByRole('button', { name: 'Dismiss…' }).click()
  await expect.element(screen.getByText(/of these accounts is given back/)).toBeVisible()
})

it('names a dismissal an approval if it gave back what reports had hidden', async () => {
  const common = { caseId: 7, reason: '', words: '', isLegal: false, endsAt: null, moderator: '' } as const
  const times = { createdAt: new Date(), reversedAt: null, reversalWords: '' } as const
  const decisions = [
    { ...common, ...times, id: 1, action: 'hide', moderatorRole: 'automatic' } as const,
    { ...common, ...times, id: 2, action: 'dismiss', moderatorRole: 'moderator' } as const,
    { ...common, ...times, id: 3, action: 'dismiss', moderatorRole: 'moderator' } as const,
  ]
  const { screen } = await show([{ ...found, isOpen: false, decisions }], { caseId: 7 })
  await expect.element(screen.getByText('Approved')).toBeVisible()
  await expect.element(screen.getByText('Dismissed')).toBeVisible()
})

it('shows the post that a reported comment is on', async () => {
  const post = { title: 'Rules of chess', text: 'Explain castling', href: '/post/3' }
  const { screen } = await show([{ ...found, subjectKind: 'comment', post }], { caseId: 7 })
  const section = screen.getByRole('region', { name: 'The post it is on' })
  await expect.element(section.getByRole('link', { name: 'Rules of chess' })).toBeVisible()
  await expect.element(section.getByText('Explain castling')).toBeVisible()
})

it('says why it does not show what an author keeps private', async () => {
  const subject = found.subject && { ...found.subject, text: '', href: null, isReadable: false }
  const { screen } = await show([{ ...found, subject }], { caseId: 7 })
  await expect.element(screen.getByText(/^It is not public/)).toBeVisible()
})

it('offers to undo what nobody with a higher role has decided', async () => {
  const decision = {
    id: 1,
    caseId: 7,
    action: 'remove',
    reason: 'Spam',
    words: '',
    isLegal: false,
    endsAt: null,
    moderator: 'ada',
    moderatorRole: 'moderator',
    createdAt: new Date(),
    reversedAt: null,
    reversalWords: '',
  } as const
  const decisions = [decision, { ...decision, id: 2, action: 'hide', moderatorRole: 'admin' } as const]
  const { screen } = await show([{ ...found, isOpen: false, decisions }], { caseId: 7 })
  await expect.element(screen.getByText('Hidden until edited')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Undo: Removed' })).toBeVisible()
  await expect
    .element(screen.getByRole('button', { name: 'Undo: Hidden until edited' }))
    .not.toBeInTheDocument()
})

it('says how many cases and appeals wait', async () => {
  const { screen } = await show([found], { appeals: 2 })
  await expect.element(screen.getByRole('link', { name: 'Open (1)' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Appeals (2)' })).toBeVisible()
  await expect.element(screen.getByText('Choose a case')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: /^Accounts/ })).not.toBeInTheDocument()
})

it('says in the list who works on a case, and whether that is oneself', async () => {
  const { screen } = await show([
    { ...found, claimedBy: { id: buildMember().id, username: 'Ada' } },
    { ...found, id: 8, claimedBy: { id: 5, username: 'cleo' } },
  ])
  const list = screen.getByRole('list', { name: 'Cases' })
  await expect.element(list.getByText('You are working on this')).toBeVisible()
  await expect.element(list.getByText('cleo is working on this')).toBeVisible()
})

it('leads to the accounts that wait for approval, but no moderator of topics', async () => {
  const { screen } = await show([found], { accounts: 3 })
  await expect
    .element(screen.getByRole('link', { name: 'Accounts (3)' }))
    .toHaveAttribute('href', '/moderation?tab=accounts')
  await screen.unmount()
  const ofTopic = await show([found], { accounts: 3, canApprove: false })
  await expect.element(ofTopic.screen.getByRole('link', { name: 'Open (1)' })).toBeVisible()
  await expect.element(ofTopic.screen.getByRole('link', { name: /^Accounts/ })).not.toBeInTheDocument()
})

it('asks nobody to choose a case if there is none', async () => {
  const { screen } = await show([])
  await expect.element(screen.getByText('Nothing waits for you')).toBeVisible()
  await expect.element(screen.getByText('Choose a case')).not.toBeInTheDocument()
})

const reported = {
  id: 1,
  reporter: { id: 4, username: 'cleo' },
  reason: 'Spam',
  words: '',
  isLegal: false,
  name: '',
  email: null,
  url: '',
  confirmedAt: null,
  createdAt: new Date(),
  upheld: 0,
  decided: 0,
}
const earlierTexts = [{ revision: '0', title: 'Pills', text: 'Buy pills', createdAt: new Date() }]

it('shows what was reported if its author has changed it since', async () => {
  const reports = [
    { ...reported, revision: '0' },
    { ...reported, id: 2, revision: '1' },
    { ...reported, id: 3, revision: null },
  ]
  const { screen } = await show([{ ...found, reports, earlierTexts }], { caseId: 7 })
  await expect.element(screen.getByText('Edited since this report.')).toBeVisible()
  await expect.element(screen.getByText('Buy pills')).not.toBeVisible()
  await screen.getByText('Show what was reported').click()
  await expect.element(screen.getByText('Buy pills')).toBeVisible()
})

it('shows what was reported if its author has deleted it', async () => {
  const reports = [{ ...reported, revision: '0' }]
  const { screen } = await show([{ ...found, subject: null, reports, earlierTexts }], { caseId: 7 })
  await expect.element(screen.getByText('This no longer exists.')).toBeVisible()
  await expect.element(screen.getByText('Buy pills').first()).toBeVisible()
  await expect.element(screen.getByText('Deleted since this report.')).toBeVisible()
})

it('says that what was reported is no longer stored', async () => {
  const reports = [{ ...reported, revision: '0' }]
  const { screen } = await show([{ ...found, reports }], { caseId: 7 })
  await expect.element(screen.getByText('What was reported is no longer stored.')).toBeVisible()
})

it('sends a note again with the same key, and another note with another one', async () => {
  let fails = true
  const { screen, writes } = await renderComponent(
    <NoteThread heading="Notes" notes={[]} on={{ caseId: 7 }} />,
    {
      user: buildMember({ isModerator: true }),
      api: {
        'POST /api/moderation/cases/7/notes': () =>
          fails
            ? { status: 503, body: {} }
            : { body: { id: 1, author: 'Ada', words: '', createdAt: new Date() } },
      },
    },
  )
  const write = async (words: string) => {
    const count = writes().length
    await screen.getByRole('textbox', { name: 'Note' }).fill(words)
    await screen.getByRole('button', { name: 'Add note' }).click()
    await expect.poll(() => writes().length).toBeGreaterThan(count)
    await expect
      .element(screen.getByRole('button', { name: 'Add note' }))
      .not.toHaveAttribute('aria-disabled', 'true')
  }
  await write('First')
  fails = false
  await write('First')
  await write('First')
  const keys = writes().map(({ body }) => (body as { requestKey: string }).requestKey)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})
