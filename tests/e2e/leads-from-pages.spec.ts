// of plugins/crm plugins/forms plugins/content
import { open, post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** The default user agent of the test browser is not counted as a visitor. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

interface Made {
  id: number
  stages: { id: number }[]
}

const words = (en: string, hk: string, cn: string) => ({ 'en-US': en, 'zh-HK': hk, 'zh-CN': cn })

/** A form with a field of every type. */
const form = (url: string, funnel: number) => ({
  url,
  title: words('Tasting', '品茶會', '品茶会'),
  success_message: words('See you at the tasting', '品茶會見', '品茶会见'),
  target_funnel_id: funnel,
  tabs: [
    {
      title: 'One',
      fields: [
        { type: 'text', key: 'first_name', title: words('Your name', '你的名字', '您的名字'), required: true },
        { type: 'text', key: 'email', title: words('Email', '電郵', '邮箱'), additional_options: { rule: 'email' } },
        { type: 'phone', key: 'phone', title: words('Phone', '電話', '电话') },
        { type: 'hidden', key: 'country_code', title: words('Code', '區號', '区号') },
        {
          type: 'single_select',
          key: 'time',
          title: words('When', '時間', '时间'),
          additional_options: { options: [{ value: 'am', label: words('Morning', '早上', '早上') }] },
        },
        {
          type: 'multiple_checkbox',
          key: 'teas',
          title: words('Which teas', '茶葉', '茶叶'),
          additional_options: { options: [{ value: 'g', label: words('Green', '綠茶', '绿茶') }] },
        },
        { type: 'file', key: 'picture', title: words('A picture', '圖片', '图片'), additional_options: { extensions: ['png'] } },
        { type: 'textarea', key: 'more', title: words('More', '其他', '其他') },
      ],
    },
  ],
})

const visitors = [
  {
    language: 'en-US',
    width: 1280,
    labels: ['Your name', 'Email', 'Phone', 'When', 'Green', 'A picture', 'More', 'Send', 'See you at the tasting'],
  },
  { language: 'zh-HK', width: 390, labels: ['你的名字', '電郵', '電話', '時間', '綠茶', '圖片', '其他', '提交', '品茶會見'] },
  { language: 'zh-CN', width: 390, labels: ['您的名字', '邮箱', '电话', '时间', '绿茶', '图片', '其他', '提交', '品茶会见'] },
] as const

for (const { language, width, labels } of visitors)
  test(`a form submission on a landing page in ${language} becomes a lead on the board, is won there, and is in the report`, async ({
    page,
    browser,
    baseURL,
  }) => {
    test.slow()
    const origin = baseURL ?? ''
    const url = `tasting-${language.toLowerCase()}`
    await signIn(page)
    const funnel = await post<Made>(page, origin, 'funnel', { title: 'Tastings', url })
    await post(page, origin, `funnel/${funnel.id}/publish`)
    await post(page, origin, 'form', form(url, funnel.id))
    const elements = {
      content: [
        { type: 'hero', props: { id: 'h', title: 'Spring' } },
        { type: 'form', props: { id: 'f', url } },
      ],
    }
    const landing = await post(page, origin, 'landing_page', {
      name: `Spring ${language}`,
      url,
      published_at: '2026-01-01T00:00:00Z',
      elements,
    })
    await post(page, origin, `landing_page/${landing.id}/publish`)

    const context = await browser.newContext({ baseURL: origin, viewport: { width, height: 900 }, userAgent: PERSON })
    const guest = await context.newPage()
    const counted = guest.waitForResponse(/landing_page\/visit/)
    await open(guest, `${language === 'en-US' ? '' : `/${language}`}/landing-page/${url}`)
    await counted
    const [name, email, phone, time, green, file, more, send, thanks] = labels
    const button = guest.getByRole('button', { name: send, exact: true })
    await guest.getByLabel(email).pressSequentially('nobody')
    await button.click()
    // The error is shown at the field, and the page stays open.
    await expect(guest.locator('.field-problem').first()).toBeVisible()
    expect(await seriousFaults(guest)).toEqual([])
    await guest.getByLabel(email).fill('')
    await guest.getByLabel(email).pressSequentially(`kim-${width}-${language.toLowerCase()}@shop.test`)
    await guest.getByLabel(name).pressSequentially('Kim')
    await guest.getByLabel(phone).pressSequentially('9123 4567')
    await guest.getByLabel(time).selectOption('am')
    await guest.getByLabel(green).check()
    await guest.getByLabel(file).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
    await expect(guest.getByText('me.png · 1 KB')).toBeVisible()
    await guest.getByLabel(more).pressSequentially('Twelve cups')
    await button.click()
    await expect(guest.getByText(thanks)).toBeVisible()
    expect(new URL(guest.url()).pathname).toContain('/landing-page/')
    expect(await guest.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(true)
    await context.close()

    const leads = async () =>
      (
        (await (await page.request.get(`/api/admin/lead?funnel_id=${funnel.id}&fields=*`)).json()) as {
          data: { id: number; contact_id: number; source_detail: string }[]
        }
      ).data
    await expect.poll(async () => (await leads()).length).toBe(1)
    const [lead] = await leads()
    if (!lead) throw new Error('no lead')
    expect(lead.source_detail).toBe(`Tasting · Spring ${language}`)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(`/admin/funnel/management/${funnel.id}`)
    const [first, talking, , won] = funnel.stages.map(({ id }) => id)
    const cardIn = (stage: number | undefined) => page.locator(`[data-column="${stage}"] [data-card="${lead.id}"]`)
    await expect(cardIn(first)).toContainText('Kim')
    await cardIn(first).hover()
    await page.mouse.down()
    const target = await page.locator(`[data-column="${talking}"]`).boundingBox()
    if (!target) throw new Error('no column')
    await page.mouse.move(target.x + target.width / 2, target.y + 100, { steps: 12 })
    await page.mouse.up()
    await expect(cardIn(talking)).toBeVisible()
    await expect(page.getByText('Kim was moved to In talks.')).toBeVisible()
    await cardIn(talking).focus()
    await page.keyboard.press(' ')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press(' ')
    await expect(cardIn(won)).toBeVisible()
    await expect(page.getByText('Kim was moved to Won.')).toBeVisible()

    await page.goto(`/admin/lead/edit/${lead.id}`)
    await expect(page.getByRole('heading', { name: 'Message' })).toBeVisible()
    await expect(page.getByText('Twelve cups')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Create order' })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'View form submission' }).click()
    await expect(page.getByRole('heading', { name: 'Lead', exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Kim', exact: true })).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])

    await page.goto(`/admin/contact/edit/${lead.contact_id}`)
    const happened = page.getByRole('region', { name: 'Activity' })
    await expect(happened).toContainText('Won')
  })

test('a funnel page works without scripts, shows errors, and an unknown one leads home', async ({ page, browser, baseURL }) => {
  const origin = baseURL ?? ''
  const staff = await browser.newContext({ baseURL: origin })
  const desk = await staff.newPage()
  await signIn(desk)
  const funnel = await post<Made>(desk, origin, 'funnel', { title: 'Enquiries', url: 'plain-way' })
  await page.goto('/funnel/plain-way')
  await expect(page).toHaveURL(/\/$/)
  await post(desk, origin, `funnel/${funnel.id}/publish`)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: origin })
  const plain = await context.newPage()
  await plain.goto('/funnel/plain-way?source=whatsapp')
  await plain.getByLabel('First name').fill('Mei')
  await plain.getByRole('button', { name: 'Send' }).click()
  await expect(plain.getByText('Enter an email address or a phone number.')).toBeVisible()
  await plain.getByLabel('First name').fill('Mei')
  await plain.getByLabel('Phone', { exact: true }).fill('9123 4567')
  await plain.getByRole('button', { name: 'Send' }).click()
  await expect(plain.getByText('We will get back to you soon.')).toBeVisible()
  await context.close()

  await open(page, '/funnel/plain-way')
  await page.getByLabel('First name').pressSequentially('Ka')
  await page.getByLabel('Email').pressSequentially('ka@shop.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('We will get back to you soon.')).toBeVisible()
  const list = await desk.request.get(`/api/admin/lead?funnel_id=${funnel.id}&fields=*`)
  const { data } = (await list.json()) as { data: { title: string; source: string }[] }
  expect(data.map(({ title }) => title).sort()).toEqual(['Ka', 'Mei'])
  expect(data.find(({ title }) => title === 'Mei')?.source).toBe('whatsapp')
  await staff.close()
})
