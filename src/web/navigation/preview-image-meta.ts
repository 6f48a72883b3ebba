import type { PageHead } from './page.ts'

/** Returns meta tags that describe the image of a link preview, 1200 × 630 pixels, to other sites. */
export const createPreviewImageMeta = (url: string): NonNullable<PageHead['meta']> => [
  { property: 'og:image', content: url },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { name: 'twitter:card', content: 'summary_large_image' },
  { name: 'twitter:image', content: url },
]
