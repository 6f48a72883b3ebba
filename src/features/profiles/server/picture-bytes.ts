const DATA = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/i

/** The bytes of a data string, or null where it is none. */
export const readDataString = (text: string): Buffer | null => {
  const base64 = DATA.exec(text)?.[2]
  return base64 === undefined ? null : Buffer.from(base64, 'base64')
}

const starts = (bytes: Buffer, at: number, text: string): boolean =>
  bytes.toString('latin1', at, at + text.length) === text

/** Whether the bytes, whatever their name or declared type, begin as one of the five kinds of picture we read. */
export const isPicture = (bytes: Buffer): boolean =>
  starts(bytes, 0, '\x89PNG\r\n\x1a\n') ||
  starts(bytes, 0, '\xff\xd8\xff') ||
  starts(bytes, 0, 'GIF87a') ||
  starts(bytes, 0, 'GIF89a') ||
  (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) ||
  (starts(bytes, 4, 'ftyp') &&
    /avi[fs]/.test(bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 64))))
