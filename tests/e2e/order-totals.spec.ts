// of plugins/promotion plugins/loyalty plugins/sales plugins/returns plugins/pos
import exceljs from 'exceljs'
import { SMTPServer } from 'smtp-server'
import { extractPdfText } from '../support/pdf.ts'
import { freePort } from './shop-process.ts'
import { addTea, comeAs, PLACE, post, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

test.use({ actionTimeout: 12_000 })

/** Every mail the shop sent, as the SMTP server received it. */
const mails: string[] = []
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', (part: Buffer) => (text += part.toString('latin1')))
    stream.on('end', () => {
      mails.push(text)
      done()
    })
  },
})

// The shop of a spec file starts in the worker process, before any code of the file runs. Its SMTP URL must be set by then.
const port = await freePort()
if (process.env['TEST_WORKER_INDEX'] !== undefined) process.env['STOA_SMTP_URL'] = `smtp://127.0.0.1:${port}`
test.beforeAll(() => new Promise<void>((resolve) => smtp.listen(port, '127.0.0.1', resolve)))
test.afterAll(async () => {
  delete process.env['STOA_SMTP_URL']
  await new Promise<void>((resolve) => smtp.close(resolve))
})

const password = 'a long password'
const words = {
  'en-US': {
    tier: 'Leaf',
    off: 'Autumn tea',
    code: 'Friends',
    points: 'Paid with 500 points',
    gift: 'With our thanks',
    free: 'Free delivery',
  },
  'zh-HK': { tier: '茶葉', off: '秋茶', code: '朋友', points: '以 500 積分支付', gift: '心意', free: '免運費' },
  'zh-CN': { tier: '茶叶', off: '秋茶季', code: '好友', points: '使用 500 积分支付', gift: '心意礼', free: '免运费' },
} as const
const languages = ['en-US', 'zh-HK', 'zh-CN'] as const
const inAll = (part: 'tier' | 'off' | 'code' | 'gift' | 'free') => Object.fromEntries(languages.map((l) => [l, words[l][part]]))

/** 2 × 168.00, minus 3.33 % for the tier, minus 10 %, minus 20.00 by the code, minus 500 points of one cent each. */
const off = { tier: '11.18', off: '32.48', code: '20.00', points: '5.00' }
const TOTAL = '267.34'
/** The price of one of the two units. */
const HALF = '133.67'

let member = 0
test.beforeAll(async ({ browser, baseURL }) => {
  const page = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const origin = baseURL ?? ''
  await signIn(page)
  const rule = async (data: object): Promise<number> => {
    const { id } = await post(page, origin, 'promotion', data)
    await post(page, origin, `promotion/${id}/publish`)
    return id
  }
  // Disables the demo shop's promotions.
  const { data: there } = (await (await page.request.get('/api/admin/promotion?limit=50')).json()) as {
    data: { id: number; status: string }[]
  }
  for (const { id, status } of there) if (status === 'published') await post(page, origin, `promotion/${id}/disable`)
  const { id: tier } = await post(page, origin, 'membership', {
    level: 9,
    title: inAll('tier'),
    threshold: '900000',
    discount_percent: '3.33',
  })
  member = (await post(page, origin, 'customer', { first_name: 'Mei', last_name: 'Chan', email: 'mei@mail.test', password })).id
  const put = await page.request.put(`/api/admin/customer/${member}/membership`, {
    data: { tier_id: tier, reason: 'Friend' },
    headers: { origin },
  })
  expect(put.status(), await put.text()).toBe(200)
  await post(page, origin, `customer/${member}/points`, { points: 5_000, reason: 'Welcome' })
  await rule({ title: inAll('off'), actions: [{ type: 'percent_lines', value: { percent: '10' } }] })
  await rule({ title: inAll('free'), actions: [{ type: 'free_shipping', value: {} }] })
  const goods = (await (await page.request.get('/api/admin/promotion/goods?q=')).json()) as { data: { id: number; name: string }[] }
  const other = goods.data.find(({ name }) => !/Longjing|龍井|龙井/.test(name))
  await rule({ title: inAll('gift'), actions: [{ type: 'gift', value: { stock_id: other?.id, quantity: 1 } }] })
  const code = await rule({ title: inAll('code'), trigger: 'code', actions: [{ type: 'amount_order', value: { amount: '20.00' } }] })
  await post(page, origin, 'coupon', { promotion_id: code, code: 'FRIENDS' })
  await page.context().close()
})

/** The text of a mail; its parts are encoded in base64 or quoted-printable. */
function readMail(raw: string): string {
  const parts = raw.split(/\r?\n\r?\n/)
  const decoded = parts.map((part) => {
    const flat = part.replaceAll(/\s/g, '')
    const plain = /^[A-Za-z0-9+/]+=*$/.test(flat) && flat.length > 40 ? Buffer.from(flat, 'base64').toString('utf8') : ''
    const quoted = part
      .replaceAll(/=\r?\n/g, '')
      .replaceAll(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString('utf8'))
    return `${plain}\n${quoted}`
  })
  return decoded.join('\n')
}

for (const language of languages)
  test(`the total is the same to the cent and explained wherever it is shown, in ${language}`, async ({ page, browser, baseURL }) => {
    test.setTimeout(180_000)
    const origin = baseURL ?? ''
    const say = words[language]
    const cart = page.locator('.drawer[open]')
    await comeAs(page, language, 'mei@mail.test', password)
    await page.context().addCookies([{ name: 'language', value: language, url: origin }])
    await addTea(page, '2')
    await cart.locator('.codes > .text-button').first().click()
    await cart.locator('.codes .line-entry input').pressSequentially('friends')
    await page.keyboard.press('Enter')
    await expect(cart.locator('.totals')).toContainText(off.code)
    await cart.locator('.loyalty-use input').pressSequentially('500')
    await page.keyboard.press('Enter')
    const explained = async (place: ReturnType<Page['locator']>) => {
      for (const [reason, amount] of Object.entries(off)) {
        await expect(place).toContainText(say[reason as keyof typeof off])
        await expect(place).toContainText(amount)
      }
      await expect(place.locator('.total')).toContainText(TOTAL)
    }
    await explained(cart.locator('.totals'))
    await expect(cart).toContainText(say.gift)
    expect(await seriousFaults(page)).toEqual([])

    await cart.locator('a[href$="/checkout"]').click()
    await expect(page.locator('.summary')).toContainText(say.free)
    await explained(page.locator('.summary .totals'))
    for (const [field, text] of [
      ['first_name', 'Mei'],
      ['last_name', 'Chan'],
      ['phone', '91234567'],
      ['contact_number', '91234567'],
      ['address', '18 Tai Ping Shan Street'],
    ] as const) {
      const input = page.locator(`#checkout-${field}`)
      if ((await input.count()) > 0 && (await input.inputValue()) === '') await input.pressSequentially(text)
    }
    await page.locator('#checkout-payment_method input').first().check()
    await expect(page.locator(PLACE)).toContainText(TOTAL)
    await page.locator(PLACE).click()
    await expect(page).toHaveURL(/\/order\/success\?order=/)
    const number = new URL(page.url()).searchParams.get('order') ?? ''
    await page.locator(`a[href*="/order/view/${number}"]`).first().click()
    await explained(page.locator('.result .totals'))
    await expect(page.locator('.result')).toContainText(say.gift)

    const invoiceText = extractPdfText(await (await page.request.get(`/api/order/${number}/pdf?type=invoice&language=${language}`)).body())
    for (const amount of [TOTAL, ...Object.values(off)]) expect(invoiceText).toContain(amount)
    await expect.poll(() => mails.map(readMail).filter((mail) => mail.includes(number) && mail.includes(TOTAL)).length).toBeGreaterThan(0)

    const desk = await (await browser.newContext({ baseURL: origin })).newPage()
    await signIn(desk)
    // The POS calculates the same total for the same items.
    const [store] = ((await (await desk.request.get('/api/admin/store')).json()) as { data: { id: number }[] }).data
    const [order] = ((await (await desk.request.get(`/api/admin/order?q=${number}`)).json()) as { data: { id: number }[] }).data
    const { lines } = (await (await desk.request.get(`/api/admin/order/${order?.id}`)).json()) as {
      lines: { stock_id: number; quantity: number; gift: boolean }[]
    }
    const counter = await post<{ total: string; off: { amount: string }[] }>(
      desk,
      origin,
      `store/${store?.id}/quote?language=${language}`,
      {
        lines: lines.filter(({ gift }) => !gift).map(({ stock_id, quantity }) => ({ subject_id: stock_id, quantity })),
        customer_id: member,
        choices: { promotion: { codes: ['FRIENDS'] }, points: { use: 500 } },
      },
    )
    expect([counter.total, counter.off.map(({ amount }) => amount).filter((a) => a !== '0.00')]).toEqual([TOTAL, Object.values(off)])

    await desk.goto(`/admin/order?q=${number}`)
    await desk.getByRole('link', { name: number }).click()
    const sums = desk.locator('.doc-sums').first()
    await expect(sums).toContainText(TOTAL)
    for (const [reason, amount] of Object.entries(off)) {
      await expect(sums).toContainText(say[reason as keyof typeof off])
      await expect(sums).toContainText(amount)
    }
    // Return half of the items.
    const head = desk.locator('.page-actions')
    const dialog = desk.getByRole('dialog')
    await head.getByRole('button', { name: 'Mark as paid', exact: true }).click()
    await dialog.getByRole('button', { name: 'Mark as paid' }).click()
    await expect(desk.locator('.page-title .status')).toHaveText('Paid')
    await head.getByRole('button', { name: 'More' }).click()
    await desk.getByRole('menuitem', { name: 'Refund', exact: true }).click()
    await dialog
      .getByLabel(/^Units: /)
      .first()
      .pressSequentially('1')
    await dialog.getByLabel('Reason').pressSequentially('One was broken')
    await dialog.getByRole('button', { name: `Refund HKD ${HALF}` }).click()
    await desk.getByRole('button', { name: 'Mark as sent', exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await desk.keyboard.press('Tab')
    await desk.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(sums).toContainText(HALF)
    // Staff still see their own language, whatever the language of the order and of the customer.
    await expect(desk.locator('.doc-lines').first()).toContainText('Longjing, first flush')
    await desk.context().close()

    await page.reload()
    await expect(page.locator('.result')).toContainText(HALF)
    await explained(page.locator('.result .totals'))
    const row = {
      ...{ order_number: number, subtotal: '336.00', order_discount: '68.66', shipping: '0.00', order_total: TOTAL },
      ...{ order_refunded: HALF, order_line_total: TOTAL },
    }
    expect(await exported(browser, origin, number)).toEqual([row, row])
    await page.context().close()
  })

type Row = Record<string, string>

/** Exports an order as a spreadsheet in each format. */
async function exported(
  browser: { newContext(o: object): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }> },
  baseURL: string,
  number: string,
): Promise<Row[]> {
  const context = await browser.newContext({ baseURL })
  const page = await context.newPage()
  await signIn(page)
  const fetched = async (format: string) =>
    (await page.request.get(`/api/admin/order/export?format=${format}&q=${number}&language=en-US`)).body()
  const [csv = '', ...records] = (await fetched('csv'))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
  const row = records.find((line) => line.includes(number)) ?? ''
  const book = new exceljs.Workbook()
  await book.xlsx.load((await fetched('xlsx')) as never)
  const table = book.worksheets[0]?.getSheetValues() as unknown[][]
  const head = (table[1] ?? []).map(String)
  const found = table.find((cells) => cells?.some((cell) => String(cell) === number)) ?? []
  await context.close()
  const columnKeys = ['order_number', 'subtotal', 'order_discount', 'shipping', 'order_total', 'order_refunded', 'order_line_total']
  const parseCells = (line: string) =>
    [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll(/^"|"$/g, ''))
  const from = (names: string[], cells: unknown[]): Row =>
    Object.fromEntries(columnKeys.map((key) => [key, asMoney(key, cells[names.indexOf(key)])]))
  return [from(parseCells(csv), parseCells(row)), from(head, found)]
}

const asMoney = (key: string, cell: unknown): string =>
  key === 'order_number' || cell === undefined ? String(cell) : Number(cell).toFixed(2)
