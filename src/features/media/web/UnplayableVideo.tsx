import { paths } from '#core/paths.ts'
import type { ExampleFile } from '../contract-values.ts'
import { buildDownloadName } from './download-name.ts'
import { unplayableTexts } from './unplayable-texts.ts'

type Props = { example: ExampleFile; title: string; position: number }

/** Takes the place of a video whose codec the browser does not support, and fills its box. */
const UnplayableVideo = ({ example: { file, extension }, title, position }: Props) => (
  <div className="absolute inset-0 grid place-content-center gap-1 bg-sunken p-2 text-center text-sm">
    <p>{unplayableTexts.cannotPlay}</p>
    <a
      href={paths.media(file)}
      download={buildDownloadName(title, position, extension)}
      className="relative z-1 text-accent underline"
    >
      {unplayableTexts.downloadVideo}
    </a>
  </div>
)

export default UnplayableVideo
