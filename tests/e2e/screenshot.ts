import type { Page } from './test.ts'

const FOLDER = process.env['STOA_SHOTS']

/** Saves a screenshot of the page in the folder that STOA_SHOTS names; does nothing without it. */
export async function shot(page: Page, name: string, fullPage = false): Promise<void> {
  if (FOLDER) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage })
}
