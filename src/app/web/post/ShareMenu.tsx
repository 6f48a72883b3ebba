import { buildEmbedCode } from '#core/embeds.ts'
import { paths } from '#core/paths.ts'
import type { PostCard } from '#features/posts/contract.ts'
import { copyText, shareLink } from '#features/posts/web/share-link.ts'
import { postTexts } from '#features/posts/web/texts.ts'
import { buttonClasses } from '#web/kit/button-classes.ts'
import { Icon } from '#web/kit/Icon.tsx'
import { Menu } from '#web/kit/Menu.tsx'
import { useSite } from '#web/navigation/navigation-context.ts'
import { postPageTexts } from './texts.ts'

/** The Share button of a public post on its own page: a menu to share its link or to copy the code that embeds it. */
export const ShareMenu = ({ post }: { post: PostCard }) => {
  const { url } = useSite()
  const items = () => [
    { label: postPageTexts.shareLink, onSelect: () => void shareLink(post.title, url + paths.post(post)) },
    {
      label: postPageTexts.embed,
      onSelect: () =>
        void copyText(buildEmbedCode(url, post), postPageTexts.embedCopied, postPageTexts.embedFailed),
    },
  ]
  return (
    <Menu
      items={items}
      trigger={(wiring) => (
        <button
          type="button"
          {...wiring}
          aria-label={postTexts.share}
          className={buttonClasses('ghost', 'card-action')}
        >
          <Icon name="share-2" size={16} />
          <span className="narrow:hidden">{postTexts.share}</span>
        </button>
      )}
    />
  )
}
