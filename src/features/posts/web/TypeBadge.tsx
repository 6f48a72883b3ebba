import { type CatalogueIcon, type PostType, typeIcons } from '#core/model-catalogue.ts'
import { Icon } from '#web/kit/Icon.tsx'

const ICONS = { text: 'text', code: 'code-xml', image: 'image', film: 'film', waves: 'audio-lines' } as const

const CLASSES = {
  Text: 'type-badge text-type-text',
  Code: 'type-badge text-type-code',
  Image: 'type-badge text-type-image',
  Video: 'type-badge text-type-video',
  Audio: 'type-badge text-type-audio',
} as const

/** The icon for a post type or a model in the catalogue. */
export const TypeIcon = ({ icon }: { icon: CatalogueIcon }) => (
  <Icon name={ICONS[icon]} size={14} className="shrink-0" />
)

/** The type as an icon, a word and a colour, so colour is never the only cue (WCAG 1.4.1). */
export const TypeBadge = ({ type }: { type: PostType }) => (
  <span className={CLASSES[type]}>
    <TypeIcon icon={typeIcons[type]} />
    {type}
  </span>
)
