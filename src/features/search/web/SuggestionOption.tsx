import { ComboboxItem, useComboboxContext, useStoreState } from '@ariakit/react'
import type { KeyboardEvent } from 'react'
import { isComposing } from '#web/is-composing.ts'
import { Avatar } from '#web/kit/Avatar.tsx'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import type { SuggestionItem } from './suggestion-groups.ts'
import { searchTexts } from './texts.ts'

type Props = {
  id: string
  option: SuggestionItem
  onFollow(): void
  /** Removes a recent search. It is also called when Delete is pressed. */
  onRemove?(): void
}

/** A single suggestion. It is a link, so it can be opened in a new tab like any other. */
export const SuggestionOption = ({ id, option, onFollow, onRemove }: Props) => {
  const isActive = useStoreState(useComboboxContext(), (state) => state?.activeId === id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      window.open(option.href, '_blank', 'noopener')
    } else if (event.key === 'Delete' && onRemove) {
      event.preventDefault()
      onRemove()
    }
  }
  return (
    <div className={classNames('flex rounded-md hover:bg-sunken', isActive && 'bg-sunken')}>
      <ComboboxItem
        id={id}
        render={<SiteLink href={option.href} />}
        aria-selected={isActive}
        aria-description={onRemove && searchTexts.removeHint}
        onClick={onFollow}
        onKeyDown={onKeyDown}
        className="control flex min-w-0 grow items-center gap-2.5 px-2.5 text-sm select-none"
      >
        <Mark option={option} />
        <span dir="auto" className="min-w-0 grow truncate text-start">
          {option.label}
        </span>
        {option.kind === 'post' && <span className="flex-none text-xs text-muted">{option.note}</span>}
      </ComboboxItem>
      {onRemove && (
        // A listbox may contain only options, so this button is hidden from assistive technology and serves only the
        // mouse and touch.
        <button
          type="button"
          aria-hidden
          tabIndex={-1}
          title={searchTexts.removeRecent}
          onClick={onRemove}
          className="control-square flex items-center justify-center rounded-md text-muted hover:text-ink"
        >
          <Icon name="x" size={16} />
        </button>
      )}
    </div>
  )
}

const Mark = ({ option }: { option: SuggestionItem }) =>
  option.kind === 'person' ? (
    <Avatar username={option.author.username} picture={option.author.avatar} size={20} />
  ) : (
    <Icon
      name={option.kind === 'recent' ? 'clock' : option.kind === 'topic' ? 'text' : 'search'}
      size={16}
      className="flex-none text-muted"
    />
  )
