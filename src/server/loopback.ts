/**
 * Whether only this machine's people can reach such an address. Browsers trust it without https; they trust no other,
 * be it one of a home network.
 */
export const isLoopback = (publicUrl: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicUrl).hostname)
