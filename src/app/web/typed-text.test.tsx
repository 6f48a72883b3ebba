import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ConfirmDialog } from '#features/admin/web/ConfirmDialog.tsx'
import { RoleDialog } from '#features/admin/web/RoleDialog.tsx'
import { TopicDialog } from '#features/admin/web/TopicDialog.tsx'
import CollectionFormDialog from '#features/collections/web/CollectionFormDialog.tsx'
import EditorsDialog from '#features/collections/web/EditorsDialog.tsx'
import { ItemControls } from '#features/collections/web/ItemControls.tsx'
import ScheduleDialog from '#features/drafts/web/ScheduleDialog.tsx'
import { AdminCodeForm } from '#features/identity/web/admin-code/AdminCodeForm.tsx'
import { CreateTokenDialog } from '#features/identity/web/api-tokens/CreateTokenDialog.tsx'
import { PasswordForm } from '#features/identity/web/password/PasswordForm.tsx'
import { AuthenticatorAppDialog } from '#features/identity/web/second-factors/AuthenticatorAppDialog.tsx'
import { PasskeyNameDialog } from '#features/identity/web/second-factors/PasskeyNameDialog.tsx'
import { AppealsTab } from '#features/moderation/web/AppealsTab.tsx'
import { LegalNoticeForm } from '#features/moderation/web/LegalNoticeForm.tsx'
import { NoteThread } from '#features/moderation/web/queue/NoteThread.tsx'
import { UndoDialog } from '#features/moderation/web/queue/UndoDialog.tsx'
import ReportDialog from '#features/moderation/web/report/ReportDialog.tsx'
import { AppealSection } from '#features/moderation/web/statements/AppealSection.tsx'
import { Optimizer } from '#features/optimizer/web/Optimizer.tsx'
import { DeleteAccountSection } from '#features/profiles/web/account/DeleteAccountSection.tsx'
import { MuteSettings } from '#features/profiles/web/mutes/MuteSettings.tsx'
import AdRequestDialog from '#features/requests/web/AdRequestDialog.tsx'
import { ContactForm } from '#features/requests/web/ContactForm.tsx'
import FeedbackDialog from '#features/requests/web/FeedbackDialog.tsx'
import TopicRequestDialog from '#features/requests/web/TopicRequestDialog.tsx'
import ResultDialog from '#features/results/web/ResultDialog.tsx'
import WithdrawDialog from '#features/skills/web/WithdrawDialog.tsx'
import { SuggestedEditDecision } from '#features/suggested-edits/web/SuggestedEditDecision.tsx'
import { WebhookDialog } from '#features/webhooks/web/WebhookDialog.tsx'
import { failingPart } from '#tests/components/failing-part.tsx'
import { buildMember, type FakeApi, renderComponent } from '#tests/components/render-component.tsx'
import { buildPostCard, buildPostPage } from '#tests/components/samples.ts'

vi.mock('#web/kit/Field.tsx', async (load) => {
  const { makeFail } = await import('#tests/components/failing-part.tsx')
  const { Field } = await load<typeof import('#web/kit/Field.tsx')>()
  return { Field: makeFail('Field', Field) }
})

const user = buildMember()
const close = () => undefined
const succeed = () => Promise.resolve()
const empty = () => ({ body: [] })

const decision = {
  id: 3,
  caseId: 2,
  subjectKind: 'post',
  excerpt: 'A haiku',
  action: 'remove',
  reason: 'Spam',
  words: '',
  isLegal: false,
  endsAt: null,
  moderator: 'Grace',
  moderatorRole: 'moderator',
  createdAt: new Date(),
  reversedAt: null,
  reversalWords: '',
} as const

const statement = {
  ...decision,
  isOwn: true,
  content: '',
  posts: [],
  href: null,
  findings: [],
  hasReports: false,
  hasLegalNotices: false,
  appeal: null,
  appealEndsAt: new Date(),
  canAppeal: true,
}

const appeal = {
  id: 5,
  words: 'It is no spam',
  createdAt: new Date(),
  answer: '',
  isGranted: null,
  answeredAt: null,
  appellant: { id: 4, username: 'Bob' },
  answeredBy: null,
  canAnswer: true,
  decision,
}

const draft = {
  id: '6f0a3c1e-3d5b-4a57-9a61-0d3a1c5f7b11',
  title: 'A haiku',
  excerpt: '',
  isPrivate: false,
  updatedAt: new Date(),
  publishAt: null,
  problem: '',
}

const suggestedEdit = {
  id: 6,
  user: { id: 4, username: 'Bob', avatar: null },
  reason: 'A typo',
  status: 'open',
  changed: [],
  answer: '',
  version: null,
  createdAt: new Date(),
  decidedAt: null,
} as const

const item = { position: 1, note: '', addedAt: new Date(), post: buildPostCard() }
const moves = { isBusy: false, draggedIndex: null, move: succeed, setDraggedIndex: close, dropOn: close }

type Example = {
  form: ReactNode
  api?: FakeApi
  /** The button that opens the form. */
  opener?: string
}

const forms: Record<string, Example> = {
  'new collection': { form: <CollectionFormDialog onClose={close} /> },
  'editors of a collection': {
    form: <EditorsDialog id="c" onClose={close} />,
    api: { 'GET /api/collections/c/editors': empty },
  },
  'note on a post in a collection': {
    form: <ItemControls collectionId="c" items={[item]} index={0} moves={moves} />,
    opener: 'Add a note',
  },
  webhook: { form: <WebhookDialog isForTopics={false} webhook={null} onSaved={close} onClose={close} /> },
  'API token': { form: <CreateTokenDialog isAdmin onCreated={close} onClose={close} /> },
  password: { form: <PasswordForm email={null} /> },
  "admin's code": { form: <AdminCodeForm /> },
  "authenticator app's code": {
    form: (
      <AuthenticatorAppDialog
        app={{ secret: 'ABCD', qrCode: { size: 1, path: '' } }}
        onAdded={close}
        onClose={close}
      />
    ),
  },
  'name of a passkey': {
    form: (
      <PasskeyNameDialog title="" name="" submitLabel="Save" failed="" onSubmit={succeed} onClose={close} />
    ),
  },
  'deletion of an account': {
    form: <DeleteAccountSection user={user} onDeleted={succeed} />,
    opener: 'Delete account',
  },
  'muted words and blocked members': { form: <MuteSettings /> },
  report: { form: <ReportDialog subject={{ kind: 'post', id: 7 }} onClose={close} /> },
  'illegal content': { form: <LegalNoticeForm url="" /> },
  appeal: { form: <AppealSection statement={statement} /> },
  'answer to an appeal': {
    form: <AppealsTab />,
    api: { 'GET /api/moderation/appeals': () => ({ body: [appeal] }) },
  },
  "moderators' note": { form: <NoteThread heading="Notes" notes={[]} on={{ caseId: 2 }} /> },
  'reversal of a decision': { form: <UndoDialog decision={decision} onClose={close} /> },
  'withdrawal of a version': { form: <WithdrawDialog postId={7} version={2} onClose={close} /> },
  result: {
    form: <ResultDialog post={buildPostPage()} canReport onClose={close} />,
    api: { 'GET /api/posts/7/results': () => ({ body: { tallies: [], reports: [], own: [] } }) },
  },
  'answer to a suggested edit': {
    form: (
      <SuggestedEditDecision
        post={{ ...buildPostPage(), versions: 1 } as never}
        edit={suggestedEdit as never}
        isOutdated
      />
    ),
    opener: 'Decline',
  },
  'time of publication': { form: <ScheduleDialog draft={draft} onClose={close} /> },
  feedback: { form: <FeedbackDialog user={user} onClose={close} /> },
  'topic request': { form: <TopicRequestDialog user={user} onClose={close} /> },
  'ad request': { form: <AdRequestDialog user={user} onClose={close} /> },
  'contact message': { form: <ContactForm /> },
  optimizer: { form: <Optimizer />, api: { 'GET /api/user/optimizations': empty } },
  "admin's reason": {
    form: (
      <ConfirmDialog
        draft="test"
        title="Delete"
        text=""
        label="Delete"
        successMessage=""
        action={succeed}
        onClose={close}
      />
    ),
  },
  'role of a member': {
    form: (
      <RoleDialog
        user={{ id: 4, username: 'Bob', isModerator: false, moderatedTopics: [] }}
        onClose={close}
      />
    ),
    api: { 'GET /api/topics': empty },
  },
  topic: {
    form: (
      <TopicDialog
        draft="test"
        title="New topic"
        label="Create"
        busyLabel=""
        send={succeed}
        successMessage={String}
        onClose={close}
      />
    ),
  },
}

// What is typed into a picker only filters its list.
const TEXT_FIELDS = 'textarea, input:not([type=checkbox], [type=radio], [aria-hidden], [role=combobox])'
const VALUES: Record<string, string> = {
  url: 'https://example.org/typed',
  email: 'typed@example.org',
  'datetime-local': '2027-01-02T03:04',
}

type Values = Record<string, string | boolean>

/** What the visible fields say, by their names. */
const readFields = (): Values =>
  Object.fromEntries(
    [
      ...document.querySelectorAll<HTMLInputElement>(
        'textarea, select, input:not([aria-hidden], [role=combobox])',
      ),
    ].map((field) => [
      field.labels?.[0]?.textContent ?? field.id,
      field.matches('[type=checkbox], [type=radio]') ? field.checked : field.value,
    ]),
  )

const type = (field: HTMLInputElement, text: string): void => {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const typeIntoEverything = (): void => {
  for (const field of document.querySelectorAll<HTMLInputElement>(TEXT_FIELDS))
    if (!field.readOnly) type(field, VALUES[field.type] ?? 'Typed')
  for (const box of document.querySelectorAll<HTMLInputElement>('[type=checkbox]')) box.click()
}

afterEach(() => failingPart.set(null))

it.each(Object.entries(forms))(
  'A form whose box fails has what was typed after a retry: %s',
  async (_, { form, api = {}, opener }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { screen } = await renderComponent(form, { user, api })
    if (opener) await screen.getByRole('button', { name: opener }).click()
    await expect.poll(() => document.querySelector(TEXT_FIELDS)).not.toBeNull()
    typeIntoEverything()
    // Nothing is to come back from a draft in the browser.
    const typed = readFields()
    expect(Object.values(typed).filter((value) => /typed|2027/i.test(String(value)))).not.toEqual([])
    localStorage.clear()
    failingPart.set('Field')
    const failed = screen.getByRole('alert').filter({ hasText: 'Something went wrong here.' })
    await expect.element(failed.first()).toBeVisible()
    expect(document.querySelector(TEXT_FIELDS)).toBeNull()
    failingPart.set(null)
    while (failed.elements().length > 0)
      await failed.first().getByRole('button', { name: 'Try again' }).click()
    await expect.poll(readFields).toEqual(typed)
  },
)
