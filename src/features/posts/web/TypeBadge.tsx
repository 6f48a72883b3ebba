import { type CatalogueIcon, type PostType, typeIcons } from '#core/model-catalogue.ts'
import { classes } from '#web/kit/classes.ts'
import { Icon } from '#web/kit/Icon.tsx'

const ICONS = { text: 'text', code: 'code-xml', image: 'image', film: 'film', waves: 'audio-lines' } as const

const COLOR_CLASSES = {
  Text: 'text-type-text',
  Code: 'text-type-code',
  Image: 'text-type-image',
  Video: 'text-type-video',
  Audio: 'text-type-audio',
} as const

/** The icon for a post type or a model in the catalogue. */
export const TypeIcon = ({ icon }: { icon: CatalogueIcon }) => (
  <Icon name={ICONS[icon]} size={14} className="shrink-0" />
)

/** The type as an icon, a word and a color, so that color is never the only cue (WCAG 1.4.1). */
export const TypeBadge = ({ type }: { type: PostType }) => (
  <span className={classes('inline-flex items-center gap-1 font-semibold', COLOR_CLASSES[type])}>
    <TypeIcon icon={typeIcons[type]} />
    {type}
  </span>
)
