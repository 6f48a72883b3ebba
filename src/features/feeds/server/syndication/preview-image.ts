import { createHash } from 'node:crypto'
import { truncateWithEllipsis } from '#core/text.ts'
import type { GeneratedFiles } from '#server/media/generated-files.ts'
import { runImageJob } from '#server/media/image-worker.ts'
import { createSingleFlight } from '#server/media/single-flight.ts'
import { type PreviewText, previewLayout, previewSize } from './preview-layout.ts'
import { renderableText } from './renderable-text.ts'

const deduplicate = createSingleFlight<string>()

/**
 * Returns the path of the post's preview image (1200 × 630 PNG), which is rendered on first use and cached.
 * The work counts against `owner`.
 */
export const renderPreviewImage = async (
  generatedFiles: GeneratedFiles,
  text: PreviewText,
  owner: string,
): Promise<string> => {
  const renderable = {
    ...text,
    title: truncateWithEllipsis(renderableText(text.title) ?? text.type, 140),
    topic: text.topic && renderableText(text.topic),
    site: renderableText(text.site) ?? '',
  }
  const layout = previewLayout(renderable)
  const name = `${createHash('sha256').update(JSON.stringify(layout)).digest('hex')}.png`
  return (
    (await generatedFiles.find(name)) ??
    deduplicate(name, async () =>
      generatedFiles.write(
        name,
        await runImageJob('layOut', { box: layout, ...previewSize }, { owner, lane: 'heavy' }),
      ),
    )
  )
}
