// of plugins/notes ui-admin/src/timeline ui-admin/src/file-drop
import { addTea, fillCheckout, PLACE, post, seriousFaults, signIn, tryPassword } from './support.ts'
import { expect, type Page, test } from './test.ts'

const PASSWORD = 'a long password of Mei'

/** Creates a colleague with their own role. */
async function hire(page: Page, origin: string, name: string, permission_list: string[]): Promise<void> {
  const { id: role_id } = await post(page, origin, 'role', { name: `role of ${name}`, permission_list })
  await post(page, origin, 'account', { name, email: `${name.split(' ')[0]?.toLowerCase()}@shop.test`, role_id, password: PASSWORD })
}

test('a colleague mentioned in a note on an order sees the bell, opens the order, and the notice is read', async ({
  page,
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? ''
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'noted@example.com')
  await page.locator(PLACE).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you for your order')
  const number = new URL(page.url()).searchParams.get('order') ?? ''

  await signIn(page)
  await hire(page, origin, 'Mei Wong', ['get order', 'create note', 'create upload'])
  await hire(page, origin, 'Meredith Blind', ['create note'])
  const found = await page.request.get(`/api/admin/order?q=${number}`)
  const { data } = (await found.json()) as { data: { id: number }[] }
  await page.goto(`/admin/order/${data[0]?.id}`)
  const timeline = page.getByRole('region', { name: 'History' })
  await expect(timeline.getByText('Internal: only colleagues who can see this record can read it.')).toHaveCount(1)
  await timeline.getByRole('button', { name: 'Add comment' }).focus()
  await page.keyboard.press('Enter')
  const words = timeline.getByLabel('Comment', { exact: true })
  await expect(words).toBeFocused()
  await words.pressSequentially('Please call, see https://example.com/a. @Me')
  const list = page.getByRole('listbox', { name: 'Colleagues' })
  await expect(list.getByRole('option')).toHaveText(['Mei Wong'])
  expect(await seriousFaults(page)).toEqual([])
  await words.press('Enter')
  await expect(words).toHaveValue('Please call, see https://example.com/a. @Mei Wong ')
  await expect(list).toHaveCount(0)
  await words.pressSequentially('<b>today</b>')
  await timeline
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'address.txt', mimeType: 'text/plain', buffer: Buffer.from('Tai Ping Shan Street') })
  await expect(timeline.getByRole('button', { name: 'Remove address.txt' })).toBeVisible()
  await timeline.getByRole('button', { name: 'Save comment' }).press('Enter')
  const note = timeline.locator('li[data-kind=note]')
  await expect(note).toContainText('@Mei Wong <b>today</b>')
  await expect(note.getByRole('link', { name: 'https://example.com/a', exact: true })).toHaveAttribute('href', 'https://example.com/a')
  await expect(note.getByRole('link', { name: 'address.txt' })).toBeVisible()
  await timeline.getByRole('button', { name: 'Comments', exact: true }).click()
  await expect(timeline.locator('li[data-kind=status]')).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])

  const other = await (await browser.newContext({ baseURL: origin })).newPage()
  await tryPassword(other, 'mei@shop.test', PASSWORD)
  const bell = other.getByRole('button', { name: 'Notifications, 1 unread' })
  await expect(bell).toBeVisible()
  await bell.press('Enter')
  const panel = other.getByRole('dialog', { name: 'Notifications' })
  await expect(panel.getByRole('link', { name: new RegExp(`mentioned you: Order ${number}`) })).toBeVisible()
  expect(await seriousFaults(other)).toEqual([])
  await panel.getByRole('link', { name: /mentioned you/ }).press('Enter')
  await expect(other.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(other.locator('li[data-kind=note]')).toContainText('Please call')
  await expect(other.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await other.goto('/admin/notice')
  await expect(other.locator('.notices li')).toHaveCount(1)
  await expect(other.locator('.notices .is-unread')).toHaveCount(0)
  expect(await seriousFaults(other)).toEqual([])

  await note.getByRole('button', { name: 'Remove comment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove comment' }).click()
  await expect(timeline).toContainText('Comment removed by')
  await expect(timeline).not.toContainText('Please call')
})

test('a file that is too large is rejected by name, and removing one moves the focus to the upload button', async ({ page, baseURL }) => {
  await signIn(page)
  const made = await page.request.post('/api/admin/customer', {
    data: { first_name: 'Kim', last_name: 'Lau', email: 'noted.kim@example.com' },
    headers: { origin: baseURL ?? '' },
  })
  expect(made.status(), await made.text()).toBe(201)
  await page.goto(`/admin/customer/list/edit/${((await made.json()) as { id: number }).id}`)
  const timeline = page.getByRole('region', { name: 'Activity' })
  await timeline.getByRole('button', { name: 'Add comment' }).click()
  await timeline
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(2_100_000, 'a') },
      { name: 'small.txt', mimeType: 'text/plain', buffer: Buffer.from('small') },
    ])
  await expect(timeline.getByRole('alert')).toContainText('huge.txt')
  await expect(timeline.getByRole('button', { name: 'Remove small.txt' })).toBeVisible()
  await timeline.getByRole('button', { name: 'Remove small.txt' }).click()
  await expect(timeline.getByRole('button', { name: 'Add files' })).toBeFocused()
})
