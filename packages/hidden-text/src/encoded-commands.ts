import { createFinding, type Finding } from './finding.ts'
import { findExfiltration, findOverrides } from './instructions.ts'

const BASE64 = /(?:[A-Za-z0-9+/]{40,}\r?\n)*[A-Za-z0-9+/_-]{20,}={0,2}/g
const HEX = /(?<![\w])(?:[0-9a-f]{2}){10,}(?![\w])/gi
const ESCAPES = /(?:\\x[0-9a-f]{2}|%[0-9a-f]{2}){8,}/gi

const COMMAND =
  /\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|certutil)[ \t][^\n]{0,300}?(?:https?:|\d{1,3}(?:\.\d{1,3}){3}|[a-z0-9-]\.[a-z]{2,}\/)|\brm -r?f|\/dev\/tcp\/|\b(?:ba|z|da)?sh -[ic]\b|\|[ \t]{0,3}(?:sudo )?(?:ba|z|da)?sh\b|\bos\.system\(|\bchild_process\b|\bsubprocess\.|\bchmod \+x|\bpowershell\b|\bcrontab -|\bnc -e\b|\.ssh\/|\biex[ (]/i

/** Finds base64, hexadecimal text and escapes that decode to a command or to an instruction to ignore others or to leak. */
export const findEncodedCommands = (text: string): Finding[] => [
  ...findIn(text, BASE64, decodeBase64),
  ...findIn(text, HEX, decodeHex),
  ...findIn(text, ESCAPES, decodeHex),
]

const findIn = (text: string, pattern: RegExp, decode: (written: string) => Uint8Array | null): Finding[] =>
  [...text.matchAll(pattern)].flatMap(({ 0: written, index }) => {
    const decoded = readText(decode(written))
    return decoded !== null && isInstruction(decoded)
      ? createFinding('encoded-command', index, index + written.length, decoded)
      : []
  })

const isInstruction = (decoded: string): boolean =>
  COMMAND.test(decoded) || findOverrides(decoded).length > 0 || findExfiltration(decoded).length > 0

const decodeBase64 = (written: string): Uint8Array | null => {
  const digits = written.replace(/\s/g, '').replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/')
  // One digit more than whole groups of four cannot be decoded; it belongs to the text around it.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits
  try {
    return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const decodeHex = (written: string): Uint8Array => {
  const digits = written.replace(/\\x|%/gi, '')
  const bytes = new Uint8Array(digits.length >> 1)
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16)
  return bytes
}

/** Returns UTF-8 text, or UTF-16 text as PowerShell encodes it. Returns null for anything that is not text. */
const readText = (bytes: Uint8Array | null): string | null => {
  if (!bytes) return null
  const zeros = bytes.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0)
  const decoded = new TextDecoder(zeros * 3 > bytes.length ? 'utf-16le' : 'utf-8').decode(bytes)
  let odd = 0
  for (const character of decoded) if (/[^\P{C}\n\r\t]|\ufffd/u.test(character)) odd += 1
  return odd * 20 > decoded.length ? null : decoded
}
