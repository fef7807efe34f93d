// of core/file core/field-types ui-admin/src/widgets ui-admin/src/form
import sharp from 'sharp'
import { shopEnv } from './product.ts'
import { freePort, type ShopProcess, startShop } from './shop-process.ts'
import { saved, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'
import { retype } from './retype.ts'

let shop: ShopProcess
let url: string
test.beforeAll(async ({ shops }, { file }) => {
  await shops.forFile(file)
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  const env = { ...shopEnv(), STOA_PORT: port, STOA_PUBLIC_URL: url, STOA_WORKER: 'off' }
  shop = await startShop(env, ['--import', 'tsx', 'tests/e2e/playground-shop.ts'])
})
test.afterAll(() => shop.stop())

/** Drops a file on the field with this name. */
async function drop(page: Page, field: string, name: string, type: string, bytes: Buffer): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([words = '', as = '', mime = '']) => {
      const dropped = new DataTransfer()
      dropped.items.add(new File([Uint8Array.from(atob(words), (c) => c.charCodeAt(0))], as, { type: mime }))
      return dropped
    },
    [bytes.toString('base64'), name, type],
  )
  await page.locator('.field', { hasText: field }).locator('.upload').dispatchEvent('drop', { dataTransfer })
}

test('a dropped picture shows a thumbnail, is private to its row after saving, and can be removed', async ({ page }) => {
  await signIn(page)
  const made = await page.request.post(`${url}/api/admin/expense`, { data: { title: 'Taxi' }, headers: { origin: url } })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()) as { id: number }
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#7d9a78' } })
    .png()
    .toBuffer()
  await page.goto(`${url}/admin/expense/edit/${id}`)
  const field = page.locator('.field', { hasText: 'Photo' })
  const small = field.getByRole('img', { name: 'Image of Photo' })

  await drop(page, 'Photo', 'notes.pdf', 'application/pdf', Buffer.from('%PDF-1.4 no picture'))
  await expect(field.getByRole('alert')).toContainText('notes.pdf')
  await drop(page, 'Photo', 'large.png', 'image/png', Buffer.alloc(101 * 1_024))
  await expect(field.getByRole('alert')).toContainText('The maximum size is 100 KB')
  await expect(small).toHaveCount(0)

  await drop(page, 'Photo', 'taxi.png', 'image/png', picture)
  await expect(small).toBeVisible()
  await expect(field.getByRole('alert')).toHaveCount(0)
  await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).first().click())
  await page.reload()
  await expect.poll(() => small.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(160)
  await expect(field.getByRole('link', { name: 'taxi.png' })).toHaveAttribute('href', `/api/admin/expense/${id}/file/photo`)
  await expect(field).toContainText(/\d KB/)
  expect(await seriousFaults(page)).toEqual([])

  const remove = field.getByRole('button', { name: /Remove/ })
  await remove.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Remove “taxi.png”?')
  await page.keyboard.press('Escape')
  await expect(small).toBeVisible()
  await remove.click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(small).toHaveCount(0)
  await expect(page.locator('#field-photo')).toBeFocused()
  await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).first().click())
  const now = await page.request.get(`${url}/api/admin/expense/${id}`)
  expect(((await now.json()) as { photo: unknown }).photo).toBeNull()
})

test('a location field reports an invalid coordinate, and a color field shows a short or empty color', async ({ page }) => {
  await signIn(page)
  await page.goto(`${url}/admin/toy/create`)
  const palette = page.locator('.colour-palette')
  await expect(palette).toHaveClass(/is-empty/)
  await page.locator('#field-colour').pressSequentially('#abc')
  await expect(palette).toHaveValue('#aabbcc')
  await expect(palette).not.toHaveClass(/is-empty/)

  await page.locator('#field-number').pressSequentially('P1')
  await page.locator('#field-title').pressSequentially('Somewhere')
  await page.getByLabel('Longitude').pressSequentially('190')
  await page.getByRole('button', { name: 'Create', exact: true }).first().click()
  await expect(page.locator('.field.is-place .field-error')).toHaveText('Longitude must be from -180 to 180.')
  await expect(page.getByLabel('Longitude')).toHaveAttribute('aria-invalid', 'true')
  expect(await seriousFaults(page)).toEqual([])
  await retype(page.getByLabel('Longitude'), '114.15')
  await saved(page, () => page.getByRole('button', { name: 'Create', exact: true }).first().click())
  const { data } = (await (await page.request.get(`${url}/api/admin/toy?q=P1`)).json()) as { data: { place: unknown; colour: string }[] }
  expect(data[0]).toMatchObject({ place: { text: '', latitude: null, longitude: 114.15 }, colour: '#aabbcc' })
})

test('Enter selects a record in a field with several record types, and does not submit', async ({ page }) => {
  await signIn(page)
  const listing = await page.request.post(`${url}/api/admin/shelf`, { data: { title: 'By the door' }, headers: { origin: url } })
  expect(listing.status()).toBe(201)
  await page.goto(`${url}/admin/toy/create`)
  const about = page.locator('#field-about')
  await about.pressSequentially('by the')
  await page.getByRole('option', { name: 'By the door' }).waitFor()
  await about.press('Enter')
  await expect(about).toHaveValue('By the door')
  await expect(page.locator('.field-error')).toHaveCount(0)
})
