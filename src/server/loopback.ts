/**
 * Whether the URL points to this machine. Browsers treat loopback addresses as secure contexts without https,
 * but not any other address, not even one on a home network.
 */
export const isLoopbackUrl = (publicUrl: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname)

/** Whether a server that listens on this host name or address is reachable from this machine only. */
export const isLoopbackHost = (host: string): boolean => {
  const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`
  return URL.canParse(url) && isLoopbackUrl(url)
}
