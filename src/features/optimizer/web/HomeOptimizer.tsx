import { paths } from '#core/paths.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { SiteLink } from '#web/kit/SiteLink.tsx'
import { lazyWithPreload } from '#web/lazy-with-preload.tsx'
import { useStore } from '#web/store.ts'
import { homeOptimizerOpenStore } from './pending-request.ts'

/** UI strings for the card on the home page. All other strings are loaded with the optimizer. */
const cardTexts = {
  title: 'Already have a prompt?',
  text: 'Make it clearer for the model you use.',
  action: 'Optimize it',
} as const

const Panel = lazyWithPreload(() => import('./OptimizerPanel.tsx'))

/**
 * A card on the home page or, with `isInline`, a link within a line. It links to the optimizer's page, but
 * clicking it opens the optimizer in place.
 */
export const HomeOptimizer = ({ isInline = false }: { isInline?: boolean }) => {
  const isOpen = useStore(homeOptimizerOpenStore, false)
  if (isOpen) {
    return (
      <div className="mb-4 min-h-12 basis-full">
        <Panel />
      </div>
    )
  }
  return (
    <SiteLink
      href={paths.optimize}
      preload={false}
      onPointerEnter={Panel.preload}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        homeOptimizerOpenStore.set(true)
      }}
      className={
        isInline
          ? 'print:hidden control ml-auto inline-flex items-center gap-1.5 text-sm'
          : 'print:hidden group mb-4 flex items-center gap-3 rounded-lg border bg-surface px-4 py-2.5 text-sm hover:border-line-strong'
      }
    >
      <Icon name="wand-sparkles" size={isInline ? 16 : 18} className="flex-none text-accent" />
      {isInline ? (
        <span className="narrow:sr-only">{cardTexts.title}</span>
      ) : (
        <span className="min-w-0 grow">
          <span className="font-medium">{cardTexts.title}</span>{' '}
          <span className="text-muted narrow:hidden">{cardTexts.text}</span>
        </span>
      )}
      <span className="inline-flex items-center gap-1 font-medium whitespace-nowrap text-accent">
        {cardTexts.action}
        {!isInline && <Icon name="arrow-right" size={16} />}
      </span>
    </SiteLink>
  )
}
