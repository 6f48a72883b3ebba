import { buttonClasses } from '#web/kit/button-classes.ts'
import { Dialog } from '#web/kit/Dialog.tsx'
import { type PromptFileFormat, promptFileFormats } from '../../contract-values.ts'
import { downloadTexts } from './texts.ts'

type Props = {
  title: string
  /** Returns the URL of the file in a format. */
  getHref(format: PromptFileFormat): string
  onClose(): void
}

/** Offers a post, or the posts of a collection, as files that other programs read. */
const DownloadDialog = ({ title, getHref, onClose }: Props) => (
  <Dialog
    open
    onOpenChange={(open) => !open && onClose()}
    title={title}
    description={downloadTexts.description}
  >
    <ul className="divide-y rounded-lg border">
      {promptFileFormats.map((format) => (
        <li key={format} className="flex flex-wrap items-center gap-3 px-3 py-2">
          <div className="min-w-0 grow basis-40 text-sm">
            <p className="font-medium">{downloadTexts.formats[format].name}</p>
            <p className="text-muted">{downloadTexts.formats[format].hint}</p>
          </div>
          <a
            href={getHref(format)}
            download
            aria-label={downloadTexts.downloadAs(downloadTexts.formats[format].name)}
            className={buttonClasses('plain')}
          >
            {downloadTexts.download}
          </a>
        </li>
      ))}
    </ul>
  </Dialog>
)

export default DownloadDialog
