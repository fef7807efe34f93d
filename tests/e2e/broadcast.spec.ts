// of plugins/broadcast plugins/people/store/unsubscribe
import { open, post, saved, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** Creates a subscribed customer in a group of contacts. */
async function friend(page: Page, origin: string, group: number, name: string): Promise<void> {
  const email = `${name.toLowerCase()}@friends.test`
  await post(page, origin, 'customer', { first_name: name, last_name: 'Ho', email, is_subscribe: true })
  await post(page, origin, 'contact', { first_name: name, last_name: 'Ho', email, groups: [group] })
}

test.use({ actionTimeout: 12_000 })

test('a broadcast is written for a group and sent, a reader unsubscribes by its link, and the history shows it', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const origin = baseURL ?? ''
  await signIn(page)
  const group = await post(page, origin, 'group', { name: 'Friends of tea' })
  for (const name of ['Mei', 'Siu', 'Wing']) await friend(page, origin, group.id, name)
  await post(page, origin, 'contact', { first_name: 'Silent', email: 'silent@friends.test', groups: [group.id] })

  await page.goto('/admin/broadcast/create')
  await page.getByLabel('Name', { exact: true }).pressSequentially('Autumn letter')
  await page.getByLabel('Subject').pressSequentially('Autumn tea for {{first_name|you}}')
  await page.locator('.is-rich [contenteditable=true]').first().click()
  await page.keyboard.type('Hello {{first_name|friend}}, the new tea is here.')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('tab', { name: 'Recipients' }).click()
  await page.getByLabel('Topic').first().pressSequentially('News')
  await page.getByRole('option', { name: 'News and offers' }).click()
  await page.getByLabel('Add people…').selectOption({ label: 'Contact groups' })
  await page.getByLabel('Groups', { exact: true }).pressSequentially('Friends')
  await page.getByRole('option', { name: 'Friends of tea' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Recipients: 3')).toBeVisible()
  await expect(page.getByText('No consent')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('tab', { name: 'Sending' }).click()
  await saved(page, () => page.keyboard.press('ControlOrMeta+s'))

  await page.goto('/admin/broadcast?q=Autumn')
  await page.getByRole('link', { name: 'Autumn letter' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const email = page.frameLocator('iframe[title="Email preview"]')
  await expect(email.getByText('Hello Mei, the new tea is here.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Recipients: 3')).toBeVisible()
  await dialog.getByRole('textbox').pressSequentially('SEND 3')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL(/\/admin\/broadcast\/history\/\d+$/)
  await expect(page.getByText('3 of 3 processed')).toBeVisible({ timeout: 60_000 })
  await expect(page.locator('.page-header').getByText('Sent')).toBeVisible({ timeout: 30_000 })

  const mails = (await (await page.request.get('/api/admin/mail?q=siu@friends.test')).json()) as { data: { id: number }[] }
  const mail = (await (await page.request.get(`/api/admin/mail/${mails.data[0]?.id}`)).json()) as { text_body: string }
  expect(mail.text_body).toContain('Hello Siu, the new tea is here.')
  const link = new URL(/(http\S+\/unsubscribe\?\S+)/.exec(mail.text_body)?.[1] ?? '')
  await open(page, link.pathname + link.search)
  await expect(page.getByText('This address is subscribed to our news.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(page.getByText('This address is unsubscribed.')).toBeVisible()
  await page.getByRole('checkbox', { name: 'News and offers' }).check()
  await page.getByRole('button', { name: 'Save preferences' }).click()
  await expect(page.getByText('Your preferences are saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Unsubscribe from all' }).click()
  await expect(page.getByText('This address is unsubscribed.')).toBeVisible()

  await page.goto('/admin/broadcast?q=Autumn')
  await page.getByRole('link', { name: 'Autumn letter' }).click()
  await expect(page).toHaveURL(/\/admin\/broadcast\/history\/\d+$/)
  const ended = page.locator('.broadcast-numbers > *', { hasText: 'Unsubscribed' })
  await expect(async () => {
    await page.reload()
    await expect(ended.getByText('1', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  expect(await seriousFaults(page)).toEqual([])
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.getByRole('link', { name: 'All recipients' }).click()
  await expect(page.getByText('siu@friends.test')).toBeVisible()

  await page.goto('/admin/report/email')
  const sent = page.getByRole('button', { name: '3: show the rows behind Sent of Autumn letter' })
  await expect(sent).toBeVisible()
  await expect(page.getByRole('button', { name: '1: show the rows behind Unsubscribed of Autumn letter' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await page.setViewportSize({ width: 1280, height: 800 })
  await sent.click()
  await page.getByRole('dialog').getByRole('link', { name: 'Autumn letter' }).first().click()
  await expect(page).toHaveURL(/\/admin\/broadcast\/history\/\d+$/)
})
