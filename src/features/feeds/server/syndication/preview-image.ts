import { createHash } from 'node:crypto'
import { getMediaName, parseMediaName } from '#core/media-name.ts'
import { createSingleFlight } from '#core/single-flight.ts'
import { truncateWithEllipsis } from '#core/text.ts'
import type { FileStore } from '#server/media/file-store.ts'
import type { GeneratedFileCache } from '#server/media/generated-files.ts'
import { runImageJob } from '#server/media/image-worker.ts'
import type { LayoutElement } from '#server/media/render-layout.ts'
import type { LayoutTitle } from '#server/media/render-title.ts'
import {
  buildPostPreviewLayout,
  buildSitePreviewLayout,
  getPreviewTitleBox,
  PREVIEW_IMAGE_SIZE,
  type PreviewText,
  previewPhotoBox,
} from './preview-layout.ts'
import { toRenderableText, toRenderableTitle } from './renderable-text.ts'

const SITE_TEXT = 'Find, share and improve prompts for text, code, images, video and audio.'

const deduplicate = createSingleFlight<string>()

type Dependencies = { files: FileStore; generatedFiles: GeneratedFileCache }

/**
 * Returns the path of a post's preview image (1200 × 630 JPEG), which is rendered on first use and cached.
 * The image has no words of the title if the fonts lack some of its letters. It includes the first example file that is an image. The rendering counts towards `owner`'s share of
 * the queue.
 */
export const renderPreviewImage = async (
  dependencies: Dependencies,
  {
    exampleFiles,
    title: fullTitle,
    ...text
  }: PreviewText & { title: string; exampleFiles: readonly string[] },
  owner: string,
): Promise<string> => {
  const url = exampleFiles.find((file) => parseMediaName(file)?.kind === 'image')
  const picture = url ? getMediaName(url) : null
  const renderable = toRenderableTitle(truncateWithEllipsis(fullTitle, 140))
  const title = renderable && {
    text: renderable.text,
    ...renderable.fonts,
    ...getPreviewTitleBox(renderable.text.length, picture !== null),
  }
  const layout = buildPostPreviewLayout(
    {
      ...text,
      topic: text.topic && toRenderableText(text.topic),
      site: toRenderableText(text.site) ?? '',
    },
    picture !== null,
  )
  return renderOnce(dependencies, { layout, title, picture }, owner)
}

/** Returns the path of the default preview image, for pages without their own image. */
export const renderSitePreviewImage = (
  dependencies: Dependencies,
  site: string,
  owner: string,
): Promise<string> => {
  const layout = buildSitePreviewLayout({ site: toRenderableText(site) ?? '', text: SITE_TEXT })
  return renderOnce(dependencies, { layout, title: null, picture: null }, owner)
}

const renderOnce = async (
  { files, generatedFiles }: Dependencies,
  content: { layout: LayoutElement; title: LayoutTitle | null; picture: string | null },
  owner: string,
): Promise<string> => {
  const name = `${createHash('sha256').update(JSON.stringify(content)).digest('hex')}.jpg`
  const render = async (file: string | null) =>
    runImageJob(
      'layOut',
      {
        box: content.layout,
        title: content.title,
        photo: file === null ? null : { file, ...previewPhotoBox },
        ...PREVIEW_IMAGE_SIZE,
      },
      { owner, lane: 'heavy' },
    )
  return (
    (await generatedFiles.find(name)) ??
    deduplicate(name, async () => {
      const file = content.picture && (await files.find(content.picture))
      return generatedFiles.write(name, await render(file))
    })
  )
}
