import { classNames } from './class-names.ts'

const HUES = ['bg-type-text', 'bg-type-code', 'bg-type-image', 'bg-type-video', 'bg-type-audio']

type Props = { username: string; picture?: string | null; size?: number }

/**
 * A member's picture, or their initials on a colour derived from the name. Hidden from screen readers because
 * the name is shown next to it.
 */
export const Avatar = ({ username, picture, size = 24 }: Props) => {
  if (picture) {
    return (
      <img
        src={picture}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        className="flex-none rounded-full object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden
      // CSS renders the initials, so they are not part of the surrounding text.
      data-initials={username.slice(0, 2).toUpperCase()}
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      className={classNames('initials', hueOf(username))}
    />
  )
}

const hueOf = (username: string): string | undefined => {
  let sum = 0
  for (const letter of username.toLowerCase()) sum += letter.codePointAt(0) ?? 0
  return HUES[sum % HUES.length]
}
