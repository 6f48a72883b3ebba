/**
 * The licenses that a post can have, by their SPDX identifier where there is one, in the order of the form. `name` is
 * what people read, and `url` leads to the license's text.
 */
export const licenses = {
  unspecified: { name: 'Not specified', url: null },
  'CC0-1.0': { name: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  'CC-BY-4.0': { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA-4.0': { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  MIT: { name: 'MIT', url: 'https://opensource.org/license/mit' },
  'all-rights-reserved': { name: 'All rights reserved', url: null },
} as const satisfies Record<string, { name: string; url: string | null }>

export type LicenseId = keyof typeof licenses

export const licenseIds = Object.keys(licenses) as LicenseId[]

/** The license that the site gives to new posts, and whether it is the only one that new posts can have. */
export type SiteLicense = { default: LicenseId; isFixed: boolean }
