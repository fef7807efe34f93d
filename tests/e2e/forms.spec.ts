// of plugins/forms ui-store/src/kit/form
import { open, saved, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const field = (key: string, title: string, more: object = {}) => ({ type: 'text', key, title, ...more })
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** Creates a form through the API, in a separate staff browser context. */
async function make(page: Page, origin: string, url: string, more: object): Promise<number> {
  const context = await page.context().browser()?.newContext({ baseURL: origin })
  const staff = await context?.newPage()
  if (!staff) throw new Error('no browser')
  await signIn(staff)
  const answer = await staff.request.post('/api/admin/form', { data: { title: 'Tasting', url, ...more }, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: number }
  await context?.close()
  return id
}

const tabs = [
  {
    title: 'You',
    fields: [
      field('name', 'Your name', { required: true }),
      field('phone', 'Phone', { type: 'phone' }),
      field('country_code', 'Code', { type: 'hidden' }),
    ],
  },
  {
    title: 'Tea',
    fields: [
      field('teas', 'Which teas', {
        type: 'multiple_checkbox',
        additional_options: {
          options: [
            { value: 'g', label: 'Green' },
            { value: 'b', label: 'Black' },
          ],
          min: 2,
        },
      }),
      field('picture', 'A picture', { type: 'file', additional_options: { extensions: ['png'] } }),
      field('words', 'More', { type: 'textarea', required: true }),
    ],
  },
]

test('a visitor fills a form tab by tab, uploads a file, and is led to the rejected field', async ({ page, baseURL }) => {
  await make(page, baseURL ?? '', 'tasting', { tabs, success_message: 'See you at the tasting' })
  await open(page, '/form/tasting')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tasting')
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 1 of 2')).toBeVisible()
  await page.getByLabel('Your name').pressSequentially('Kim')
  await page.getByLabel('Phone').pressSequentially('9123 4567')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Step 2 of 2')).toBeVisible()
  await page.getByLabel('Green').check()
  await page.getByLabel('A picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(page.getByText('me.png · 1 KB')).toBeVisible()
  await page.getByLabel('More').pressSequentially('Hello')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Please choose at least 2.')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Black').check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('See you at the tasting')).toBeVisible()
})

test('without scripts the browser submits the form, and errors are shown', async ({ page, browser, baseURL }) => {
  await make(page, baseURL ?? '', 'plain', {
    tabs: [
      {
        title: 'One',
        fields: [
          field('email', 'Your email', { additional_options: { rule: 'email' } }),
          field('code', 'Code', { additional_options: { max: 3 } }),
        ],
      },
    ],
    rules: [{ rule: 'both_empty_or_both_value', keys: ['email', 'code'] }],
  })
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await context.newPage()
  await plain.goto('/form/plain')
  await plain.getByLabel('Code').fill('a')
  await plain.getByRole('button', { name: 'Send' }).click()
  await expect(plain.getByText('This field is required.')).toBeVisible()
  await plain.getByLabel('Code').fill('a')
  await plain.getByLabel('Your email').fill('kim@shop.test')
  await plain.getByRole('button', { name: 'Send' }).click()
  await expect(plain.getByText('Thank you')).toBeVisible()
  await context.close()
})

test('a members-only form leads guests to sign in, and a form already submitted leads home with the reason', async ({ page, baseURL }) => {
  await make(page, baseURL ?? '', 'ours', { allow_guest: false })
  await page.goto('/form/ours')
  await expect(page).toHaveURL(/\/login\?next=%2Fform%2Fours/)
  await make(page, baseURL ?? '', 'once', { limit_submit: true, tabs: [{ title: 'One', fields: [field('name', 'Your name')] }] })
  await open(page, '/form/once')
  await page.getByLabel('Your name').pressSequentially('Kim')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('Thank you')).toBeVisible()
  await page.goto('/form/once')
  await expect(page.getByText('You have already submitted this form.')).toBeVisible()
  await expect(page).toHaveURL(/\/$/)
})

test('staff build a form by mouse and keyboard, preview it as in the shop, and read the submissions', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/formbuilder/create')
  await page.getByLabel('Title', { exact: true }).first().pressSequentially('Workshop')
  const fields = page.getByRole('list', { name: 'Fields' }).getByRole('listitem')
  await expect(fields).toHaveCount(5)
  await expect(fields.first()).toContainText('First name')
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: 'Dropdown' }).click()
  await expect(fields).toHaveCount(6)
  const panel = page.getByRole('group', { name: 'Dropdown' })
  await panel.getByLabel('Text of choice 1').pressSequentially('Morning')
  // Enter moves to the next choice and does not submit the form.
  await page.keyboard.press('Enter')
  await expect(panel.getByLabel('Text of choice 2')).toBeFocused()
  await page.keyboard.type('Evening', { delay: 30 })
  await page.getByRole('button', { name: 'Move Dropdown' }).focus()
  const liveRegion = page.locator('[id^=DndLiveRegion]')
  await page.keyboard.press('Space')
  await expect(liveRegion).toHaveText('Dropdown is over position 6')
  await page.keyboard.press('ArrowUp')
  await expect(liveRegion).toHaveText('Dropdown is over position 5')
  await page.keyboard.press('Space')
  await expect(fields.nth(4)).toContainText('Dropdown')
  await page.getByRole('button', { name: 'Show preview' }).click()
  const shop = page.frameLocator('iframe[title="Preview"]')
  await expect(shop.getByLabel('First name')).toBeVisible()
  await expect(shop.getByRole('option', { name: 'Evening' })).toHaveCount(1)
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('URL', { exact: true }).fill('workshop')
  await saved(page, () => page.getByRole('button', { name: 'Create', exact: true }).click())
  await page.request.post('/api/form/workshop', {
    data: { first_name: 'Kim', last_name: 'Lee', email: 'kim@shop.test', phone: '9123 4567', country_code: '852', single_select_1: '2' },
  })
  const { data } = (await (await page.request.get('/api/admin/form_submission')).json()) as { data: { id: number; form_id: number }[] }
  const [sent] = data
  await page.goto(`/admin/formbuilder/histories/${sent?.form_id}`)
  await expect(page.getByRole('row', { name: /Kim Lee/ })).toContainText('Evening')
  await page.goto(`/admin/formbuilder/${sent?.form_id}/history/${sent?.id}`)
  await expect(page.getByLabel('First name')).toHaveValue('Kim')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('First name').fill('Kimberly')
  await saved(page, () => page.getByRole('button', { name: 'Save', exact: true }).click())
})
