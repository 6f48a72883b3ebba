import OpenInIcon from 'lucide-react/icons/square-arrow-out-up-right'
import { linkInto, services } from '#features/posts/web/open-in.ts'
import { copyText } from '#features/posts/web/share-link.ts'
import { texts } from '#features/posts/web/texts.ts'
import { IconButton } from '#web/kit/IconButton.tsx'
import { Menu } from '#web/kit/Menu.tsx'

/** A menu that opens the prompt in another service. A prompt that is too long for a link is copied first. */
export const OpenIn = ({ text, disabled }: { text: string; disabled: boolean }) => (
  <Menu
    items={services.map((service) => {
      const { href, fits } = linkInto(service, text)
      return {
        label: fits ? service.name : texts.copyAndOpen(service.name),
        onSelect: () => {
          // Copies before opening: the new page takes the focus, and an unfocused page cannot write to the
          // clipboard.
          const copied = fits ? Promise.resolve() : copyText(text, texts.promptCopied, texts.copyFailed)
          void copied.then(() => window.open(href, '_blank', 'noopener,noreferrer'))
        },
      }
    })}
    trigger={(wiring) => (
      <IconButton {...wiring} name={texts.openIn} disabled={disabled}>
        <OpenInIcon size={16} />
      </IconButton>
    )}
  />
)
