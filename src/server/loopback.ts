/**
 * Returns whether the URL points to this machine. Without https, browsers treat only loopback addresses as
 * secure contexts; addresses on a home network do not count as such.
 */
export const isLoopbackUrl = (publicUrl: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname)

/** Returns whether a server that listens on this host name or address is reachable from this machine only. */
export const isLoopbackHost = (host: string): boolean => {
  const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`
  return URL.canParse(url) && isLoopbackUrl(url)
}
