// of ui-admin/src/form ui-admin/src/widgets plugins/catalogue/admin plugins/inventory/admin
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../core/root.ts'
import { countPresses } from './count-presses.ts'
import { signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/**
 * Presses for the form, three of its tabs, the pictures, two options, their variants, the first price and saving; two more are allowed.
 */
const MOST = 12

interface ProductSpec {
  name: string
  description: string
  options: { name: string; values: string[] }[]
  alts: string[]
  prices: string[]
  quantities: string[]
}

const cup: ProductSpec = {
  name: 'Celadon travel cup, thrown by hand in Longquan 龍泉青瓷旅行杯 (with lid & sleeve) – N° 1846',
  description:
    'The quick brown fox jumps over the lazy dog, and every letter of it has to arrive. 杯身以龍泉窯土手拉坯而成,釉色如雨過天青。蓋子附矽膠圈,放進背包不怕漏。',
  options: [
    { name: 'Glaze of the cup 釉色', values: ['Sky after rain 天青', 'Plum green 梅子青'] },
    { name: 'Volume in the hand', values: ['180 ml', '240 ml', '320 ml 大'] },
  ],
  alts: ['The cup from the left 左側', 'The lid, taken off', '在背包裡的杯子'],
  prices: ['148.00', '158.50', '168.00', '1248.00', '1258.90', '99.99'],
  quantities: ['12', '7', '103', '1', '48', '6'],
}

const PICTURES = ['kettle-ink', 'pouch-plum', 'gift-rose']
const hashPicture = (picture: Buffer) => createHash('sha256').update(picture).digest('hex')
const pictureFile = (name: string) => join(projectRoot(), 'fixtures/catalogue/pictures', `${name}.webp`)

interface Stored {
  name: Texts
  description: Texts
  images: { path: string; alt: Texts }[]
  options: { label: Texts; values: { label: Texts; code: string }[] }[]
  stocks: { values: Record<string, string>; price: string; inventories: { quantity: number }[] }[]
}
type Texts = Record<string, string>

/** The product as its author entered it, from the stored data. */
async function readProduct(page: Page, name: string): Promise<ProductSpec & { pictures: unknown[] }> {
  const found = (await (await page.request.get('/api/admin/product?limit=5&sort=-id')).json()) as { data: { id: number; name: string }[] }
  const id = found.data.find((product) => product.name === name)?.id
  const stored = (await (await page.request.get(`/api/admin/product/${id}?language=*`)).json()) as Stored
  const toEnglish = (texts: Texts) => texts['en-US'] ?? ''
  const { blocks } = JSON.parse(toEnglish(stored.description)) as { blocks: { data: { text: string } }[] }
  const pictures = await Promise.all(
    stored.images.map(async ({ path }) => hashPicture(await (await page.request.get(`/files/${path}`)).body())),
  )
  return {
    name: toEnglish(stored.name),
    description: blocks.map(({ data }) => data.text).join('|'),
    options: stored.options.map(({ label, values }) => ({ name: toEnglish(label), values: values.map((value) => toEnglish(value.label)) })),
    alts: stored.images.map(({ alt }) => toEnglish(alt)),
    prices: stored.stocks.map(({ price }) => price),
    quantities: stored.stocks.map(({ inventories }) => inventories.map(({ quantity }) => quantity).join()),
    pictures,
  }
}

for (const delay of [0, 60])
  test(`a product with two options, three pictures, prices and stock is created at ${delay} ms per key`, async ({ page }) => {
    test.setTimeout(240_000)
    const spec = { ...cup, name: `${cup.name} ${delay}` }
    const presses = await countPresses(page)
    await signIn(page)
    await page.goto('/admin/product')
    const type = (text: string) => page.keyboard.type(text, { delay })
    const press = (key: string) => page.keyboard.press(key)

    await page.getByRole('link', { name: 'Add product' }).click()
    await expect(page.getByLabel('Product Name')).toBeFocused()
    await type(spec.name)
    await expect(page.locator('.rich [contenteditable]').first()).toBeVisible()
    await press('Tab')
    await type(spec.description)

    await page.getByRole('tab', { name: 'Pictures' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add pictures' }).click()
    await (await choosing).setFiles(PICTURES.map(pictureFile))
    await expect(page.locator('.picture')).toHaveCount(3)
    await page.locator('.picture input').first().click()
    for (const [at, alt] of spec.alts.entries()) {
      await expect(page.locator('.picture input').nth(at)).toBeFocused()
      await type(alt)
      // Skips the drag handle and the delete button of the next picture.
      if (at < 2) for (let tabs = 0; tabs < 3; tabs++) await press('Tab')
    }

    await page.getByRole('tab', { name: 'Options and variants' }).click()
    for (const option of spec.options) {
      await page.getByRole('button', { name: 'Add option' }).click()
      await type(option.name)
      await press('Enter')
      for (const value of option.values) {
        await type(value)
        await press('Enter')
      }
    }
    await page.getByRole('button', { name: 'Generate variants' }).click()
    const heads = page.locator('.grid-scroll thead th')
    const cell = async (row: number, column: string) =>
      page.locator(`[data-cell="${row}:${(await heads.allInnerTexts()).indexOf(column)}"]`)
    for (const [column, texts] of [
      ['Price', spec.prices],
      ['Available', spec.quantities],
    ] as const) {
      await (await cell(0, column)).click()
      for (const text of texts) {
        await type(text)
        await press('Enter')
      }
    }
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/product$/)
    expect(presses()).toBeLessThanOrEqual(MOST)
    const { pictures, ...rest } = await readProduct(page, spec.name)
    expect(rest).toEqual(spec)
    expect(pictures).toEqual(PICTURES.map((name) => hashPicture(readFileSync(pictureFile(name)))))
  })
