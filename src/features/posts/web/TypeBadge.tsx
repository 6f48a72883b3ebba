import AudioIcon from 'lucide-react/icons/audio-lines'
import CodeIcon from 'lucide-react/icons/code-xml'
import VideoIcon from 'lucide-react/icons/film'
import ImageIcon from 'lucide-react/icons/image'
import TextIcon from 'lucide-react/icons/text'
import type { PostType } from '#features/catalogue/contract.ts'
import { classes } from '#web/kit/classes.ts'

const LOOKS = {
  Text: { Icon: TextIcon, hue: 'text-type-text' },
  Code: { Icon: CodeIcon, hue: 'text-type-code' },
  Image: { Icon: ImageIcon, hue: 'text-type-image' },
  Video: { Icon: VideoIcon, hue: 'text-type-video' },
  Audio: { Icon: AudioIcon, hue: 'text-type-audio' },
} as const

/** An icon, a word and a hue: never the colour alone. */
export const TypeBadge = ({ type }: { type: PostType }) => {
  const { Icon, hue } = LOOKS[type]
  return (
    <span className={classes('inline-flex items-center gap-1 font-semibold', hue)}>
      <Icon size={14} />
      {type}
    </span>
  )
}
