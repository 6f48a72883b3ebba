import { CallError } from './call.ts'
import { texts } from './kit/texts.ts'

/** What to tell where something could not be sent; `otherwise` where the server has said nothing. */
export const faultOf = (error: unknown, otherwise: string = texts.again): string => {
  if (!(error instanceof CallError)) return texts.offline
  if (error.status === 413) return texts.tooLarge
  // A proxy before the site speaks HTML.
  return error.said && !error.said.startsWith('<') ? error.said : otherwise
}
