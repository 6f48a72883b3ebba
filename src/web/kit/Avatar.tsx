import { classes } from './classes.ts'

const HUES = ['bg-type-text', 'bg-type-code', 'bg-type-image', 'bg-type-video', 'bg-type-audio']

type Props = { username: string; picture?: string | null; size?: number; className?: string }

/**
 * A member's picture, or their initials on a colour derived from the name. Hidden from screen readers, since
 * the name is shown next to it.
 */
export const Avatar = ({ username, picture, size = 24, className }: Props) => {
  const shape = classes('flex-none rounded-full object-cover', className)
  if (picture) {
    return <img src={picture} alt="" width={size} height={size} loading="lazy" className={shape} />
  }
  return (
    <span
      aria-hidden
      // Rendered by CSS, so that the initials are not part of the surrounding text.
      data-initials={username.slice(0, 2).toUpperCase()}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      className={classes(
        'inline-flex items-center justify-center leading-none font-semibold text-bg select-none',
        'before:content-[attr(data-initials)]',
        hueOf(username),
        shape,
      )}
    />
  )
}

const hueOf = (username: string): string | undefined => {
  let sum = 0
  for (const letter of username.toLowerCase()) sum += letter.codePointAt(0) ?? 0
  return HUES[sum % HUES.length]
}
