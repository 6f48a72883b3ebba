import { createInvalidFieldError } from '#core/http-error.ts'
import type { LicenseId, SiteLicense } from '#core/licenses.ts'
import { postMessages } from './contract-messages.ts'

/**
 * Returns the license of a new post: the chosen one, or the site's default if none is chosen. Throws 400 for another
 * license than the site's if members cannot choose.
 */
export const resolveLicense = (site: SiteLicense, chosen: LicenseId): LicenseId => {
  if (chosen === 'unspecified') return site.default
  requireLicense(site, chosen, site.default)
  return chosen
}

/** Throws 400 for a license that is neither the present one nor the site's if members cannot choose. */
export const requireLicense = (
  site: SiteLicense,
  chosen: LicenseId | undefined,
  present: LicenseId,
): void => {
  if (site.isFixed && chosen !== undefined && chosen !== present && chosen !== site.default)
    throw createInvalidFieldError('license', postMessages.licenseFixed)
}
