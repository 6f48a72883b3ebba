/** Thrown in a page's `load` or a frame's `gate`: the page is at another path of this site. */
export class Redirect {
  readonly href: string
  readonly status: 301 | 302

  constructor(href: string, status: 301 | 302 = 302) {
    this.href = href
    this.status = status
  }
}

/** Thrown in a page's `load`: there is none. `title` says what was not found, where that is known. */
export class NotFound {
  readonly title: string | undefined

  constructor(title?: string) {
    this.title = title
  }
}

/** How loading ended. `bare`: without its frame, which has failed itself. What failed is not for the page to tell. */
export type Outcome =
  | { kind: 'loaded' }
  | { kind: 'notFound'; title?: string | undefined }
  | { kind: 'failed'; bare: boolean }
