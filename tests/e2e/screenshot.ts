import type { Page } from './test.ts'

const FOLDER = process.env['STOA_SHOTS']

/** Keeps a picture of a page for whoever wants to look at it, in the folder STOA_SHOTS names; nothing without one. */
export async function shot(page: Page, name: string, fullPage = false): Promise<void> {
  if (FOLDER) await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage })
}
