import typeface from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url'
import type { ReactNode } from 'react'

type Props = { siteName: string; title: string; styles: readonly string[]; children: ReactNode }

/** The document of a page of the embedded identity provider, with the site's styles but without its scripts. */
export const ProviderDocument = ({ siteName, title, styles, children }: Props) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{`${title} - ${siteName}`}</title>
      {styles.map((href) => (
        <link key={href} rel="stylesheet" href={href} />
      ))}
      <link rel="preload" as="font" type="font/woff2" href={typeface} crossOrigin="anonymous" />
    </head>
    <body className="grid min-h-dvh place-items-center p-4">
      <main className="flex w-full max-w-[400px] flex-col gap-4 rounded-lg border border-line bg-surface p-7">
        <header className="flex items-center gap-2 font-semibold text-muted">
          <svg width="20" height="20" viewBox="0 0 24 24" aria-hidden className="fill-accent-fill">
            <path d="M12 2l3.1 6.3 6.9 1-5 4.9 1.2 6.8-6.2-3.2L5.8 21 7 14.2 2 9.3l6.9-1z" />
          </svg>
          {siteName}
        </header>
        <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
        {children}
      </main>
    </body>
  </html>
)
