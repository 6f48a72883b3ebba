import { type ReactNode, useState } from 'react'
import { compareTexts } from '#core/text-changes.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { Breadcrumb } from '#web/kit/Breadcrumb.tsx'
import { Button } from '#web/kit/Button.tsx'
import { type ButtonVariant, buttonClasses } from '#web/kit/button-classes.ts'
import { CheckboxField } from '#web/kit/CheckboxField.tsx'
import { CompactNumber } from '#web/kit/CompactNumber.tsx'
import { ConfirmDialog } from '#web/kit/ConfirmDialog.tsx'
import { Dialog } from '#web/kit/Dialog.tsx'
import { EmptyState } from '#web/kit/EmptyState.tsx'
import { ErrorNotice } from '#web/kit/ErrorNotice.tsx'
import { FormButtons } from '#web/kit/FormButtons.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Markdown } from '#web/kit/Markdown.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import { PaginationLinks } from '#web/kit/PaginationLinks.tsx'
import { Picker } from '#web/kit/Picker.tsx'
import { RelativeTime } from '#web/kit/RelativeTime.tsx'
import { ListRow, RowList } from '#web/kit/RowList.tsx'
import { SelectField } from '#web/kit/SelectField.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { Skeleton } from '#web/kit/Skeleton.tsx'
import { TextArea } from '#web/kit/TextArea.tsx'
import { TextChanges } from '#web/kit/TextChanges.tsx'
import { TextField } from '#web/kit/TextField.tsx'
import { Tooltip } from '#web/kit/Tooltip.tsx'
import { showToast, type Toast } from '#web/kit/toast.ts'

const VARIANTS: ButtonVariant[] = ['primary', 'plain', 'ghost', 'danger']
const TONES: NonNullable<Toast['tone']>[] = ['plain', 'success', 'danger']

const MARKDOWN = `Text with **strong**, *emphasis*, \`code\` and a [link](https://example.org).

- One
- Two

> A quotation

\`\`\`
const answer = 42
\`\`\``

const MODELS = ['ChatGPT', 'Claude', 'Gemini', 'Mistral'].map((label) => ({ value: label, label }))

const nothing = () => {}

const Buttons = () => (
  <div className="grid justify-items-start gap-3">
    {VARIANTS.map((variant) => (
      <div key={variant} className="flex flex-wrap gap-2">
        <Button variant={variant}>{variant}</Button>
        <Button variant={variant} icon={<Icon name="bell" size={18} />}>
          With an icon
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} busy busyLabel="Saving...">
          Busy
        </Button>
      </div>
    ))}
    <SiteLink href="/" className={buttonClasses('plain')}>
      A link that looks like a button
    </SiteLink>
  </div>
)

const Fields = () => (
  <div className="grid max-w-md gap-4">
    <TextField label="A text" defaultValue="As typed" />
    <TextField label="With a hint" hint="At most 100 characters" />
    <TextField label="With an error" error="Please enter a title" defaultValue=" " />
    <TextField label="Disabled" disabled defaultValue="Cannot be changed" />
    <TextArea label="A long text" rows={3} />
    <SelectField label="A choice" options={['Text', 'Code', 'Image']} />
  </div>
)

const ChosenModels = () => {
  const [chosen, setChosen] = useState<readonly string[]>(['Claude'])
  return (
    <Picker
      label="Models"
      options={MODELS}
      chosen={chosen}
      max={3}
      noneLabel="No model"
      placeholder="Search models"
      onChange={setChosen}
    />
  )
}

const Dialogs = () => {
  const [opened, setOpened] = useState<'dialog' | 'confirmation' | null>(null)
  const close = () => setOpened(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => setOpened('dialog')}>Open a dialog</Button>
      <Button onClick={() => setOpened('confirmation')}>Ask for confirmation</Button>
      <Dialog open={opened === 'dialog'} onOpenChange={close} title="A dialog" description="What it is for">
        <TextField label="A field" />
        <FormButtons busy={false} busyLabel="Saving..." onCancel={close}>
          Save
        </FormButtons>
      </Dialog>
      {opened === 'confirmation' && (
        <ConfirmDialog
          title="Delete it?"
          text="This cannot be undone."
          confirmLabel="Delete"
          busyLabel="Deleting..."
          isBusy={false}
          onConfirm={close}
          onClose={close}
        />
      )}
    </div>
  )
}

const SomeMenu = () => (
  <Menu
    align="start"
    items={() => [
      { label: 'Edit', icon: 'pencil', onSelect: nothing },
      { label: 'Newest first', checked: true, onSelect: nothing },
      { label: 'Not now', disabled: true, onSelect: nothing },
      { label: 'Delete', icon: 'trash-2', tone: 'danger', separated: true, onSelect: nothing },
    ]}
    trigger={(props) => <Button {...props}>Open a menu</Button>}
  />
)

/** Each component of the kit in its states, by its name. */
const sections: Record<string, () => ReactNode> = {
  Button: Buttons,
  IconButton: () => (
    <div className="flex gap-2">
      <IconButton name="Notifications">
        <Icon name="bell" size={18} />
      </IconButton>
      <IconButton name="Notifications, disabled" disabled>
        <Icon name="bell" size={18} />
      </IconButton>
    </div>
  ),
  'TextField, TextArea, SelectField': Fields,
  Picker: ChosenModels,
  'Dialog, DialogButtons, ConfirmDialog, FormButtons': Dialogs,
  Menu: SomeMenu,
  Tooltip: () => (
    <Tooltip text="What the button does">
      <Button>Point at me</Button>
    </Tooltip>
  ),
  Toasts: () => (
    <div className="flex flex-wrap gap-2">
      {TONES.map((tone) => (
        <Button key={tone} onClick={() => showToast({ title: `A ${tone} toast`, tone })}>
          Show a {tone} toast
        </Button>
      ))}
    </div>
  ),
  EmptyState: () => (
    <EmptyState icon="search" title="No prompts yet" action={<Button variant="primary">Create one</Button>}>
      Prompts that you publish appear here.
    </EmptyState>
  ),
  ErrorNotice: () => (
    <div className="grid gap-3">
      <ErrorNotice onRetry={nothing}>The comments could not be loaded.</ErrorNotice>
      <ErrorNotice onRetry={nothing} busy>
        The comments could not be loaded.
      </ErrorNotice>
    </div>
  ),
  Skeleton: () => <Skeleton className="h-20 w-64" />,
  Avatar: () => (
    <div className="flex items-center gap-2">
      <Avatar username="Ada" />
      <Avatar username="Grace" size={48} />
    </div>
  ),
  Breadcrumb: () => (
    <Breadcrumb links={[{ href: '/', label: 'Home' }]} current="A prompt with a long title" />
  ),
  'CompactNumber, RelativeTime': () => (
    <p>
      <CompactNumber value={12_345} /> votes, <RelativeTime date={new Date(Date.now() - 3 * 3_600_000)} />
    </p>
  ),
  Markdown: () => <Markdown text={MARKDOWN} />,
  CheckboxField: () => (
    <CheckboxField label="Private" hint="Read your private posts, drafts and bookmarks" value="private" />
  ),
  RowList: () => (
    <>
      <RowList items={[{ id: 1, name: 'Laptop' }]} empty="No token">
        {({ id, name }) => (
          <ListRow
            key={id}
            icon="code-xml"
            title={name}
            detail="Read"
            footnote="Never used"
            actions={<Button>Revoke</Button>}
          />
        )}
      </RowList>
      <RowList items={[]} empty="No token">
        {() => null}
      </RowList>
    </>
  ),
  TextChanges: () => (
    <p className="prompt">
      <TextChanges
        changes={compareTexts('A poster in four colours', 'A poster in three colours, no people')}
      />
    </p>
  ),
  PaginationLinks: () => (
    <PaginationLinks
      label="Versions"
      newest={{ href: '/', label: 'Newest' }}
      older={{ href: '/?page=2', label: 'Older' }}
    />
  ),
}

/** Shows the components of the kit in all their states; `npm run components` serves it. */
export const KitPage = () => (
  <main className="mx-auto grid max-w-3xl gap-8 p-6">
    <h1 className="text-2xl font-semibold">The kit</h1>
    {Object.entries(sections).map(([name, Section]) => (
      <section key={name} aria-label={name} className="grid gap-3">
        <h2 className="border-b pb-1 text-lg font-semibold">{name}</h2>
        <Section />
      </section>
    ))}
  </main>
)
