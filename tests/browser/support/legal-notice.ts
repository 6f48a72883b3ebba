import type { Page } from '@playwright/test'

/** Fills in the form of a legal notice, except the address of the page. */
export const fillLegalNotice = async (page: Page): Promise<void> => {
  await page.getByLabel('What is illegal').selectOption('Fraud, scam or malware')
  await page.getByLabel('Why it is illegal').fill('It writes mails that steal passwords of bank accounts.')
  await page.getByLabel('Your name').fill('Ada Lovelace')
  await page.getByLabel('Your email').fill('ada@example.org')
  await page.getByLabel(/I believe in good faith/).check()
}
