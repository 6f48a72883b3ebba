const MEGABYTE = 1024 * 1024

/** Describes the reduction of an image in mebibytes, the unit of the limit. */
export const reducedText = (file: string, fromBytes: number, toBytes: number): string =>
  // The original size is rounded up, so that an image just over the limit is not described as 5.0 MB.
  `${file} was reduced from ${tenths(Math.ceil((fromBytes * 10) / MEGABYTE))} MB to ${tenths(
    Math.max(1, Math.round((toBytes * 10) / MEGABYTE)),
  )} MB`

const tenths = (count: number): string => (count / 10).toFixed(1)
