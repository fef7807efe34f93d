// of plugins/booking plugins/forms
import { open, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const FREE = '/event/detail/first-visit'

/** Adds a required question for a meal and an optional one for a phone number to the free half hours. */
async function askQuestions(page: Page, baseURL: string): Promise<void> {
  await signIn(page)
  const headers = { origin: new URL(baseURL).origin }
  const options = [
    { value: 'veg', label: 'Vegetarian' },
    { value: 'fish', label: 'With fish' },
  ]
  const fields = [{ type: 'single_select', key: 'meal', title: 'Which meal?', required: true, additional_options: { options } }]
  const form = await page.request.post('/api/admin/form', {
    headers,
    data: { title: 'Before you come', url: 'before-you-come', tabs: [{ title: 'One', fields }] },
  })
  const { data } = await (await page.request.get('/api/admin/event?q=first-visit&fields=*')).json()
  const [{ id, version }] = data
  const saved = await page.request.put(`/api/admin/event/${id}`, {
    headers,
    data: { version, form_id: (await form.json()).id, ask_phone: 'optional' },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
}

test('an event asks its questions, with scripts and without, and staff read the answers', async ({ browser, page, baseURL }) => {
  await askQuestions(page, baseURL ?? '')
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await context.newPage()
  await plain.goto(FREE)
  const times = await page.request.post('/api/event/times', {
    headers: { origin: new URL(baseURL ?? '').origin },
    data: { url: 'first-visit', ...nextMonth() },
  })
  const [[day, [slot]] = ['', []]] = Object.entries<{ time: string }[]>((await times.json()).dates)
  const fill = async () => {
    await plain.getByLabel('Date', { exact: true }).fill(day)
    await plain.getByLabel('Time', { exact: true }).fill(slot?.time ?? '')
    await plain.getByLabel('First name').fill('Kim')
    await plain.getByLabel('Last name').fill('Lee')
    await plain.getByLabel('Email').fill('kim@shop.test')
  }
  await fill()
  await expect(plain.getByLabel('Which meal?')).toHaveAttribute('required', '')
  await plain.getByLabel('Which meal?').selectOption('With fish')
  await plain.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Booking confirmed')
  await context.close()

  await open(page, FREE)
  await page.getByRole('button', { name: 'Next month' }).press('Enter')
  await expect(page.locator('.month table')).toHaveAttribute('aria-busy', 'false')
  await page.locator('.month-day[aria-disabled=false]').last().press('Enter')
  await page.locator('.time-button').first().press('Enter')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Wong')
  await page.getByLabel('Email').fill('ada@shop.test')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.locator('.field-problem')).toHaveText('This field is required.')
  await expect(page.getByLabel('Which meal?')).toBeFocused()
  await page.getByLabel('Which meal?').selectOption('Vegetarian')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking confirmed')

  const { data } = await (await page.request.get('/api/admin/booking?q=ada@shop.test')).json()
  await page.goto(`/admin/booking/history/${data[0].id}`)
  await expect(page.getByText('Which meal?')).toBeVisible()
  await expect(page.getByText('Vegetarian')).toBeVisible()
})

function nextMonth(): { year: number; month: number } {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 }
}
