/**
 * Whether only this machine's people can reach such an address. Browsers trust it without https; they trust no other,
 * be it one of a home network.
 */
export const isLoopback = (publicUrl: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname)

/** Whether a server that listens on this host name or address is reached from this machine only. */
export const isLoopbackHost = (host: string): boolean => {
  const url = `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}`
  return URL.canParse(url) && isLoopback(url)
}
