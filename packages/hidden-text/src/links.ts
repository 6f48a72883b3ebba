import { createFinding, type Finding } from './finding.ts'

const MARKDOWN = /\[([^\][\n]{1,300})\]\(\s{0,3}<?(https?:\/\/[^\s)>]{1,2000})>?\)?/gi
const ANCHOR = /<a\s([^<>]{1,600})>([^<]{1,300})<\/a>/gi
const HREF = /\bhref\s{0,3}=\s{0,3}["']?(https?:\/\/[^\s"'>]{1,600})/i
const CREDENTIALS =
  /https?:\/\/((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24})(?::[^\s@/]{0,60})?@([^\s/?#]{1,255})/gi

/** The ends of names that are hosts even without `https://`. Others, such as `.md` and `.py`, are rather those of files. */
const TOP_LEVEL_DOMAINS = new Set(
  'com org net edu gov mil int io ai dev app info biz co me tv us uk de fr es it nl ru cn jp kr br in au ca ch at se no fi dk be eu pt cz gr tr ua il xyz online site tech store shop blog cloud'.split(
    ' ',
  ),
)
/** Second levels below which registrars sell names. */
const SHARED_SECOND_LEVEL =
  /^(?:co|com|org|net|gov|ac|edu)\.[a-z]{2}$|^(?:github|gitlab)\.io$|^(?:vercel|netlify|pages|workers)\.(?:app|dev)$/
/** Hosts that have pages about products whose names look like hosts, such as Socket.io and ASP.NET. */
const PROJECT_HOST = /(?:^|\.)(?:github\.com|gitlab\.com|npmjs\.com|pypi\.org|wikipedia\.org|microsoft\.com)$/

/** Finds links whose text or credentials show another host than the one that they lead to. */
export const findDisguisedLinks = (text: string): Finding[] => {
  const findings: Finding[] = []
  const add = (found: string, index: number, label: string, href: string) => {
    const host = getOtherHost(label, href)
    if (host) findings.push(createFinding('disguised-link', index, index + found.length, host))
  }
  for (const { 0: found, 1: label = '', 2: href = '', index } of text.matchAll(MARKDOWN))
    add(found, index, label, href)
  for (const { 0: found, 1: attributes = '', 2: label = '', index } of text.matchAll(ANCHOR)) {
    const href = HREF.exec(attributes)?.[1]
    if (href) add(found, index, label, href)
  }
  for (const { 0: found, 1: shown = '', 2: host = '', index } of text.matchAll(CREDENTIALS))
    if (isKnownDomain(shown))
      findings.push(createFinding('disguised-link', index, index + found.length, host))
  return findings
}

/** Returns the host of `href` if the text of the link shows another one, otherwise null. */
export const getOtherHost = (label: string, href: string): string | null => {
  const shown = readShownHost(label)
  const host = readHost(href)
  if (!shown || !host || getSite(shown) === getSite(host)) return null
  const name = label.trim().toLowerCase()
  const isProduct =
    name === shown &&
    shown.split('.').length === 2 &&
    PROJECT_HOST.test(host) &&
    squash(href).includes(squash(name))
  return isProduct ? null : host
}

const readHost = (url: string): string | null => {
  try {
    return new URL(url).hostname
  } catch {
    return null
  }
}

const readShownHost = (label: string): string | null => {
  const text = label.trim()
  if (/^https?:\/\//i.test(text)) return readHost(text.split(/\s/, 1)[0] ?? '')
  const [, host = ''] = /^((?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24})(?:[/?#:]\S*)?$/i.exec(text) ?? []
  const name = host.toLowerCase()
  return name && (name.startsWith('www.') || isKnownDomain(name)) ? name : null
}

const isKnownDomain = (host: string): boolean =>
  TOP_LEVEL_DOMAINS.has(host.toLowerCase().split('.').at(-1) ?? '')

/** Returns the part of a host that its owner has registered. */
const getSite = (host: string): string => {
  if (/^[\d.]+$/.test(host)) return host
  const labels = host.split('.')
  return labels.slice(SHARED_SECOND_LEVEL.test(labels.slice(-2).join('.')) ? -3 : -2).join('.')
}

const squash = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')
