import {
  type BlankValues,
  fillPrompt,
  getBlankLabel,
  getBlankValue,
  getDistinctBlanks,
} from '@prompt-collection/prompt-blanks'
import { type PromptKind, splitByForm } from '@prompt-collection/prompt-blanks/split-by-form'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { PostType } from '#core/model-catalogue.ts'
import { useCurrentUser } from '#web/current-user.ts'
import { BoxBoundary } from '#web/kit/BoxBoundary.tsx'
import { Button } from '#web/kit/Button.tsx'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { classNames } from '#web/kit/class-names.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import type { HiddenText } from '../contract.ts'
import { readBlankValues, saveBlankValues } from './blank-values.ts'
import { ClampedPrompt } from './ClampedPrompt.tsx'
import { CopyPromptButton } from './CopyPromptButton.tsx'
import { HiddenTextNotice } from './HiddenTextNotice.tsx'
import { useHiddenTextCode } from './hidden-text-code.ts'
import { OpenInServiceMenu } from './OpenInServiceMenu.tsx'
import { PromptText, type RenderRange } from './PromptText.tsx'
import type { PromptDetails } from './prompt-formats.ts'
import { postTexts } from './texts.ts'

const BlanksForm = lazyWithPreload(() => import('./BlanksForm.tsx'))

type Prompt = PromptKind & {
  text: string
  type: PostType
  models: readonly string[]
  /** The length of the whole prompt, if `text` is only its beginning. */
  length?: number
  /** What a copy of the prompt can include. */
  details?: PromptDetails
  /** What the post hides. Its places are marked, and copies are made without invisible characters. */
  hiddenText?: readonly HiddenText[] | undefined
  /** The id of the author. */
  userId?: number
}

type Props = {
  /** Makes the ids of the form's fields unique within the page. */
  id: string
  prompt: Prompt
  /** The accessible name of the box. */
  label?: string
  /** The page on which the blanks can be filled in. If undefined, the form is on the current page. */
  href?: string | undefined
  /** The id under which this browser remembers what the reader has filled in. */
  rememberAs?: string | undefined
  /**
   * Set until the rest of a truncated prompt has loaded. Until then, the prompt cannot be filled in. `rest.load` fetches
   * the rest to copy it, and `rest.show` displays it; without them, it is being loaded or could not be.
   */
  cut?:
    | { isLoading: boolean; rest?: { load(): Promise<string | undefined>; show(): void } | undefined }
    | undefined
  /**
   * True for a preview in a form. On phones, its bar does not stick to the bottom of the screen, and its
   * button is less prominent than the form's.
   */
  isPreview?: boolean
  /** Called when the prompt has been copied or opened in a service. */
  onUse?: (() => void) | undefined
  /** Renders a range of the prompt's characters with the search matches highlighted. */
  renderRange?: RenderRange | undefined
  /** Shown instead of the prompt's text, such as a comparison. */
  replacement?: ReactNode
}

type FilledProps = Props & { filled: BlankValues; onFill(values: BlankValues): void }

/**
 * A prompt in a box with its blanks as chips, a form for them, and a bar of buttons that copy the filled-in
 * prompt or open it in another service.
 */
export const FillablePrompt = (props: Props) => {
  const { rememberAs } = props
  const owner = useCurrentUser()?.id ?? null
  const [filled, setFilled] = useState<BlankValues>({})
  // Reads the stored values after hydration, because the server does not know them.
  useEffect(() => {
    if (rememberAs !== undefined) setFilled(readBlankValues(owner, rememberAs))
  }, [owner, rememberAs])
  const fill = (values: BlankValues) => {
    setFilled(values)
    if (rememberAs !== undefined) saveBlankValues(owner, rememberAs, values)
  }
  return (
    <BoxBoundary>
      <FilledPrompt {...props} filled={filled} onFill={fill} />
    </BoxBoundary>
  )
}

const FilledPrompt = ({
  id,
  prompt,
  label = postTexts.prompt,
  href,
  cut,
  isPreview = false,
  onUse,
  renderRange,
  replacement,
  filled,
  onFill,
}: FilledProps) => {
  const { blanksIn, form, hiddenText } = prompt
  const parts = useMemo(() => splitByForm(prompt.text, { blanksIn, form }), [prompt.text, blanksIn, form])
  const blanks = useMemo(() => getDistinctBlanks(parts), [parts])
  // The blank whose field is focused; null until the form is opened.
  const [opened, setOpened] = useState<{ name: string } | null>(null)
  const text = fillPrompt(parts, filled)
  const hidden = useHiddenTextCode(hiddenText)
  const copy = hidden?.copyVisible
  const left = blanks.filter((blank) => !getBlankValue(blank, filled))
  const required = left.filter(({ choices }) => !choices).map(({ name }) => getBlankLabel(name))
  const isPage = href === undefined
  const rest = cut?.rest
  const loadFilled = async () => {
    const whole = await rest?.load()
    return whole === undefined ? undefined : fillPrompt(splitByForm(whole, prompt), filled)
  }
  const openField = (name: string) => setOpened({ name })
  const firstToFill = left[0] ?? blanks[0]
  const warning = required.length > 0 ? postTexts.blanksLeft(required) : undefined
  const canFill = firstToFill && !cut
  const canFillHere = isPage && canFill
  const fillLabel = (
    <>
      <Icon name="pencil" size={16} />
      <span>{left.length > 0 ? postTexts.blanksToFill(left.length) : postTexts.changeBlanks}</span>
    </>
  )
  return (
    <div className="rounded-lg bg-sunken">
      {hiddenText && <HiddenTextNotice {...prompt} />}
      <ClampedPrompt
        text={prompt.text}
        length={prompt.length}
        label={label}
        isOnPage={isPage && !isPreview}
        onShowRest={rest?.show}
        onPointerEnter={canFillHere ? BlanksForm.preload : undefined}
        button={
          canFillHere && (
            <Button
              variant="ghost"
              aria-expanded={opened !== null}
              className="px-4! scripting-none:hidden"
              onPointerEnter={BlanksForm.preload}
              onClick={() => (opened ? setOpened(null) : openField(firstToFill.name))}
            >
              {fillLabel}
            </Button>
          )
        }
      >
        {replacement || (
          <PromptText
            parts={parts}
            filled={filled}
            href={href}
            onOpen={cut ? undefined : openField}
            renderRange={hidden?.createMarker(prompt.text) ?? renderRange}
          />
        )}
      </ClampedPrompt>
      {opened && <BlanksForm id={id} blanks={blanks} filled={filled} focused={opened} onFill={onFill} />}
      <div
        className={classNames(
          'flex flex-wrap items-center gap-2 rounded-b-lg border-t bg-sunken p-2',
          isPage && !isPreview && 'prompt-bar narrow:sticky narrow:bottom-0 narrow:z-10',
        )}
      >
        {/* These two buttons share a line at any width; a long service name is truncated. */}
        {/* Nothing is copied before the code can leave out what is invisible. */}
        <div className="flex max-w-full gap-2 narrow:gap-1.5 cramped:flex-wrap" inert={hiddenText && !hidden}>
          <CopyPromptButton
            text={text}
            copy={copy}
            variant={isPage && !isPreview ? 'primary' : 'plain'}
            load={rest && loadFilled}
            busy={cut?.isLoading ?? false}
            disabled={cut !== undefined && (!rest || cut.isLoading)}
            warning={warning}
            onCopied={onUse}
          />
          <OpenInServiceMenu
            text={hidden?.stripInvisible(text) ?? text}
            copy={copy}
            disabled={cut !== undefined}
            type={prompt.type}
            models={prompt.models}
            details={prompt.details}
            segments={parts}
            filled={filled}
            warning={warning}
            onUse={onUse}
          />
        </div>
        {!isPage && canFill && (
          <SiteLink href={href} className={buttonClasses('ghost', 'px-2! hover:text-ink')}>
            {fillLabel}
          </SiteLink>
        )}
      </div>
    </div>
  )
}
