/** What the library's form for the code of a device submits. */
export type DeviceForm = { action: string; xsrf: string }

/** Reads the address and the token from a form that the library has rendered, so that the site shows one of its own. */
export const readDeviceForm = (form: string): DeviceForm => {
  const [, action] = /action="([^"]+)"/.exec(form) ?? []
  const [, xsrf] = /name="xsrf" value="([^"]+)"/.exec(form) ?? []
  if (action === undefined || xsrf === undefined) throw new Error('The form of the library has changed')
  return { action, xsrf }
}
