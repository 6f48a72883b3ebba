const MEGABYTE = 1024 * 1024

/** Says that a picture was made smaller, in the megabytes in which the limit is counted. */
export const reducedText = (file: string, fromBytes: number, toBytes: number): string =>
  // Rounded up, so that a picture just over the limit is not said to have been 5.0 MB.
  `${file} was ${tenths(Math.ceil((fromBytes * 10) / MEGABYTE))} MB and was reduced to ${tenths(
    Math.max(1, Math.round((toBytes * 10) / MEGABYTE)),
  )} MB`

const tenths = (count: number): string => (count / 10).toFixed(1)
