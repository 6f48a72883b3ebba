import { type FunctionComponent, type MouseEvent, useEffect, useState } from 'react'
import { createStore, useStore } from '../store.ts'
import { useIsHydrating } from '../use-hydrated.ts'
import { classNames } from './class-names.ts'
import type { MarkdownPartsProps } from './MarkdownParts.tsx'
import { useFollowLink } from './SiteLink.tsx'

const partsStore = createStore<FunctionComponent<MarkdownPartsProps> | null>(null)

/** Loads the code that parses Markdown. A first visit needs it only for texts that the server has not rendered. */
export const loadMarkdown = async (): Promise<void> => {
  if (!partsStore.get()) partsStore.set((await import('./MarkdownParts.tsx')).MarkdownParts)
}

type Props = MarkdownPartsProps & { className?: string | undefined }

/**
 * A member's text. In the browser, a text that the server has rendered stays as it is; another one is shown as it is
 * written until the code has loaded.
 */
export const Markdown = ({ className, ...text }: Props) => (
  // The key replaces the elements with their text, because a browser's translator may have changed its nodes.
  <MarkdownText key={text.text} className={classNames('markdown', className)} {...text} />
)

const MarkdownText = ({ className, ...text }: Props) => {
  const Parts = useStore(partsStore, partsStore.get())
  const isHydrating = useIsHydrating()
  const [isServerRendered] = useState(!import.meta.env.SSR && isHydrating && !Parts)
  const isMissing = !isServerRendered && !Parts
  useEffect(() => {
    if (isMissing) loadMarkdown().catch(() => {})
  }, [isMissing])
  if (isServerRendered) return <ServerHtml className={className} />
  return (
    <div className={className}>
      {Parts ? (
        <Parts {...text} />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap">
          {text.text}
        </p>
      )}
    </div>
  )
}

const NO_HTML = { __html: '' }

/** An element whose content the server has rendered. React neither compares nor changes this content. */
export const ServerHtml = ({ className }: { className?: string | undefined }) => {
  const followLink = useFollowLink()
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="/"]')
    if (link) followLink(event, link, link.pathname)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: handles the clicks of links
    <div
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is always empty
      dangerouslySetInnerHTML={NO_HTML}
      onClick={onClick}
      className={className}
    />
  )
}
