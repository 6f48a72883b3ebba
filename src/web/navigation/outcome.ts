/** Thrown by a page's `load` or a frame's `gate` to redirect to another path of the site. */
export class Redirect {
  readonly href: string
  readonly status: 301 | 302

  constructor(href: string, status: 301 | 302 = 302) {
    this.href = href
    this.status = status
  }
}

/** Thrown by a page's `load` if the page does not exist. `title` names what was not found, if known. */
export class NotFound {
  readonly title: string | undefined

  constructor(title?: string) {
    this.title = title
  }
}

/**
 * The result of loading a page. `bare`: rendered without its frame, because the frame failed. Errors are not
 * shown.
 */
export type Outcome =
  | { kind: 'loaded' }
  | { kind: 'notFound'; title?: string | undefined }
  | { kind: 'failed'; bare: boolean }
