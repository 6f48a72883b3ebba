import type { BlankValues, PromptSegment } from '@prompt-collection/prompt-blanks'
import type { PostType } from '#core/model-catalogue.ts'
import { Button } from '#web/kit/Button.tsx'
import { Icon } from '#web/kit/Icon.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import type { MenuItem } from '#web/kit/menu-item.ts'
import { showToast } from '#web/kit/toast.ts'
import { createStore, useStore } from '#web/store.ts'
import type { PromptDetails } from './prompt-formats.ts'
import { getPromptServiceLink, getPromptServices, type PromptService } from './prompt-services.ts'
import { copyText } from './share-link.ts'
import { postTexts } from './texts.ts'

const LAST_SERVICE = 'last-service'

const readLastService = (): string => {
  try {
    return localStorage.getItem(LAST_SERVICE) ?? ''
  } catch {
    return ''
  }
}

const formatsCode = createStore<typeof import('./prompt-formats.ts') | null>(null)
const loadFormats = () =>
  void import('./prompt-formats.ts').then(formatsCode.set, () => {
    // Without the code, the menu has only the services.
  })

const lastService = createStore(import.meta.env.SSR ? '' : readLastService())

const rememberService = (name: string): void => {
  lastService.set(name)
  try {
    localStorage.setItem(LAST_SERVICE, name)
  } catch {
    // Without storage, the choice of service lasts only until the page is closed.
  }
}

const openIn = async (
  service: PromptService,
  text: string,
  copy: typeof copyText,
  warning?: string,
): Promise<void> => {
  const { href, fits } = getPromptServiceLink(service, text)
  // Copies first: the new page takes focus, and an unfocused page cannot write to the clipboard.
  if (!fits) await copy(text, postTexts.promptCopied, postTexts.copyFailed, warning)
  else if (warning) showToast({ title: postTexts.openedIn(service.name), description: warning })
  window.open(href, '_blank', 'noopener,noreferrer')
  rememberService(service.name)
}

type Props = {
  text: string
  disabled: boolean
  type: PostType
  models: readonly string[]
  /** The details that the copied formats include. Without them, only the prompt itself can be copied. */
  details?: PromptDetails | undefined
  /** What `text` was made of. */
  segments: readonly PromptSegment[]
  filled: BlankValues
  /** What is missing in the text, which does not prevent using it. */
  warning?: string | undefined
  onUse?: (() => void) | undefined
  copy?: typeof copyText | undefined
}

/**
 * A button that opens the prompt in the service that fits it best, and a menu of the other services and of
 * formats to copy. A prompt that does not fit into a link is copied first.
 */
export const OpenInServiceMenu = ({
  text,
  disabled,
  type,
  models,
  details,
  segments,
  filled,
  warning,
  onUse,
  copy = copyText,
}: Props) => {
  const formats = useStore(formatsCode, null)
  const services = getPromptServices(type, models, useStore(lastService, ''))
  const [first] = services
  const open = (service: PromptService) => {
    void openIn(service, text, copy, warning)
    onUse?.()
  }
  const items = (): MenuItem[] => [
    ...services.map((service) => ({
      label: getPromptServiceLink(service, text).fits ? service.name : postTexts.copyAndOpen(service.name),
      onSelect: () => open(service),
    })),
    ...((details && formats?.getPromptFormats(text, details, segments, filled)) ?? []).map(
      ({ name, content }, index) => ({
        label: postTexts.copyAs(name),
        separated: index === 0,
        onSelect: () => void copy(content, postTexts.copiedAs(name), postTexts.copyFailed, warning),
      }),
    ),
  ]
  return (
    <span className="inline-flex min-w-0 max-w-full">
      {first && (
        <Button
          disabled={disabled}
          className="min-w-0 rounded-e-none! px-3! narrow:px-2!"
          onClick={() => open(first)}
        >
          <span className="truncate">{postTexts.openIn(first.name)}</span>
        </Button>
      )}
      <Menu
        items={items}
        trigger={(wiring) => (
          <Button
            {...wiring}
            onFocus={loadFormats}
            onPointerOver={loadFormats}
            aria-label={postTexts.otherWays}
            disabled={disabled}
            className="-ml-px rounded-s-none! px-2! pointer-coarse:min-w-11"
          >
            <Icon name="chevron-down" size={16} />
          </Button>
        )}
      />
    </span>
  )
}
