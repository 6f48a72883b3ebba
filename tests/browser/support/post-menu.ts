import type { Page } from '@playwright/test'

/** Chooses an item of the menu of the post whose page is open. */
export const chooseInPostMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: /^(More|Post options)$/ }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
