// of ui-store plugins/catalogue/store plugins/sales/store
import { countPresses } from './count-presses.ts'
import { open, signIn } from './support.ts'
import { expect, test } from './test.ts'

const MOST = 14

interface Stored {
  email: string
  customer_note: string
  shipping_address: Record<string, string>
}

const guest = {
  email: 'mei-ling.chan+tea@hands.test',
  first_name: '美玲 Mei-ling',
  last_name: '陳 Chan',
  phone: '91234567',
  address: "Flat 12B, 18 Tai Ping Shan Street, O'Brien House, Sheung Wan 上環太平山街18號奧拜恩大廈十二樓B室(近磅巷)",
  note: 'Please ring twice & leave it with the doorman: 請按兩次門鈴,交給管理員即可,多謝!',
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

for (const [delay, language] of [
  [0, 'en-US'],
  [60, 'zh-HK'],
] as const)
  test(`a guest buys on a phone, from the home page to the result, in ${language} at ${delay} ms per key`, async ({ page, browser }) => {
    const presses = await countPresses(page)
    await open(page, language === 'en-US' ? '/' : `/${language}/`)
    await page.locator('main a[href$="/category/tea"]').first().tap()
    await page.locator('main a[href$="/product/longjing"]').first().tap()
    await page.locator('.option-value', { has: page.locator('input[value="50g"]') }).tap()
    await page.locator('.buy-row button[type=submit]').tap()
    await page.getByRole('dialog').locator('a[href$="/checkout"]').tap()
    const type = async (text: string) => page.keyboard.type(text, { delay })
    await page.locator('#checkout-email').tap()
    // Chinese forms ask for the family name first.
    const names = language === 'zh-HK' ? (['last_name', 'first_name'] as const) : (['first_name', 'last_name'] as const)
    for (const name of ['email', ...names, 'country_code', 'phone'] as const) {
      await expect(page.locator(`#checkout-${name}`)).toBeFocused()
      if (name !== 'country_code') await type(guest[name])
      await page.keyboard.press('Tab')
    }
    await page.locator('#checkout-address').tap()
    await type(guest.address)
    await page.locator('#checkout-payment_method .choice, #checkout-payment_method label').first().tap()
    await page.locator('#checkout-customer_note').tap()
    await type(guest.note)
    await page.locator('button.place').tap()
    await expect(page).toHaveURL(/\/order\/success\?order=/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(presses()).toBeLessThanOrEqual(MOST)

    const number = new URL(page.url()).searchParams.get('order') ?? ''
    const desk = await browser.newContext({ baseURL: new URL(page.url()).origin })
    const staff = await desk.newPage()
    await signIn(staff)
    const found = (await (await staff.request.get(`/api/admin/order?q=${number}`)).json()) as { data: { id: number }[] }
    const order = (await (await staff.request.get(`/api/admin/order/${found.data[0]?.id}`)).json()) as Stored
    const { shipping_address: to } = order
    expect(to).toMatchObject({
      first_name: guest.first_name,
      last_name: guest.last_name,
      address: guest.address,
      contact_number: guest.phone,
    })
    expect([order.email, order.customer_note]).toEqual([guest.email, guest.note])
    await desk.close()
  })
