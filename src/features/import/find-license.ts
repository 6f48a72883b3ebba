import { type LicenseId, licenseIds, licenses } from '#core/licenses.ts'

/** Returns the license that a file names by its identifier or its name, in any case. */
export const findLicense = (written: string): LicenseId | undefined => {
  const requested = written.trim().toLowerCase()
  return licenseIds.find(
    (id) => id.toLowerCase() === requested || licenses[id].name.toLowerCase() === requested,
  )
}
