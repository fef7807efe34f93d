import { expect, type Locator, type Page } from './test.ts'

/** The ticket of the open sale. */
export const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Ticket' })

/** Opens a register of the demo shop's store with an opening float, and shows the register screen. Returns the id of the store. */
export async function openTill(page: Page, register: string, float = '500'): Promise<number> {
  const [store] = (await (await page.request.get('/api/admin/store')).json()).data as { id: number }[]
  await page.goto(`/admin/store/pos/new/${store?.id}`)
  await page.getByText(register, { exact: true }).click()
  const field = page.getByLabel('Opening float')
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(float)
  await field.press('Enter')
  // On a phone a button opens the ticket.
  await expect(
    page
      .getByRole('button', { name: /^Ticket ·/ })
      .or(ticket(page))
      .first(),
  ).toBeVisible()
  return store?.id ?? 0
}
