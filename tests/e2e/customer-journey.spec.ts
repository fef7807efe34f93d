// of plugins/forms plugins/crm plugins/broadcast plugins/people plugins/content
import { mailed } from './emailed-links.ts'
import { open, saved, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

/** The default user agent of the test browser is not counted as a visitor. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const PASSWORD = 'a long password'
const EMAIL = 'kim@one-person.test'
const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

interface Row {
  id: number
  version: number
  stages: { id: number }[]
}

async function ask(page: Page, origin: string, method: 'post' | 'put', path: string, data: object = {}): Promise<Row> {
  const answer = await page.request[method](`/api/admin/${path}`, { data, headers: { origin } })
  expect(answer.ok(), `${path} ${await answer.text()}`).toBe(true)
  return (await answer.json()) as Row
}

const rows = async <R>(page: Page, path: string): Promise<R[]> =>
  ((await (await page.request.get(`/api/admin/${path}`)).json()) as { data: R[] }).data

/** Adds a field in the form builder, and fills in the first choice if it has choices. */
async function addField(page: Page, type: string, choice?: string): Promise<void> {
  await page.getByRole('button', { name: 'Add field' }).click()
  await page.getByRole('menuitem', { name: type, exact: true }).click()
  if (choice !== undefined) await page.getByRole('group', { name: type }).getByLabel('Text of choice 1').pressSequentially(choice)
}

test.use({ actionTimeout: 15_000 })

test('a visitor submits a form, is won on the board, gets an email, unsubscribes, and one timeline shows it all', async ({
  page,
  browser,
  request,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const origin = baseURL ?? ''
  await signIn(page)
  const funnel = await ask(page, origin, 'post', 'funnel', { title: 'Guests', url: 'one-person' })
  await ask(page, origin, 'post', `funnel/${funnel.id}/publish`)

  // Created in the form builder: a new form has five fields, texts, a phone and a hidden one; the other types are added.
  await page.goto('/admin/formbuilder/create')
  await page.getByLabel('Title', { exact: true }).first().pressSequentially('Guest list')
  for (const [type, choice] of [['Long text'], ['Dropdown', 'Morning'], ['Checkboxes', 'Green'], ['File']] as [string, string?][])
    await addField(page, type, choice)
  await expect(page.getByRole('list', { name: 'Fields' }).getByRole('listitem')).toHaveCount(9)
  await page.getByRole('tab', { name: 'After submission' }).click()
  await page.getByLabel('Lead funnel').first().pressSequentially('Guests')
  await page.getByRole('option', { name: 'Guests' }).click()
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByLabel('URL', { exact: true }).fill('one-person')
  await saved(page, () => page.getByRole('button', { name: 'Create', exact: true }).click())

  const landing = await ask(page, origin, 'post', 'landing_page', {
    name: 'Guests',
    url: 'one-person',
    published_at: '2026-01-01T00:00:00Z',
    elements: { content: [{ type: 'form', props: { id: 'f', url: 'one-person' } }] },
  })
  await ask(page, origin, 'post', `landing_page/${landing.id}/publish`)

  // A customer who is not signed in submits the form on a phone.
  const phone = await browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 }, userAgent: PERSON })
  const guest = await phone.newPage()
  const made = await guest.request.post('/api/register', {
    data: {
      email: EMAIL,
      first_name: 'Kim',
      last_name: 'Lee',
      password: PASSWORD,
      password_confirmation: PASSWORD,
      is_subscribe: true,
    },
  })
  expect(made.ok(), await made.text()).toBe(true)
  await guest.request.post('/api/email/verify/resend', { data: { email: EMAIL } })
  await open(guest, await mailed(request, EMAIL, 'Verify your email address'))
  await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Your address is verified')
  await phone.clearCookies()
  await open(guest, '/landing-page/one-person')
  for (const [label, words] of [
    ['First name', 'Kim'],
    ['Last name', 'Lee'],
    ['Email', EMAIL],
    ['Phone', '9123 4567'],
    ['Long text', 'Twelve cups'],
  ] as const)
    await guest.getByRole('textbox', { name: new RegExp(`^${label}`) }).pressSequentially(words)
  await guest.getByLabel('Dropdown').selectOption({ label: 'Morning' })
  await guest.getByLabel('Green').check()
  await guest.getByLabel('File').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture })
  await expect(guest.getByText('me.png · 1 KB')).toBeVisible()
  expect(await seriousFaults(guest)).toEqual([])
  await guest.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(guest.getByText('Thank you')).toBeVisible()

  const found = () => rows<{ id: number; contact_id: number }>(page, `lead?funnel_id=${funnel.id}&fields=*`)
  await expect.poll(async () => (await found()).length).toBe(1)
  const [lead] = await found()
  if (!lead) throw new Error('no lead')
  const [first, , , won] = funnel.stages.map(({ id }) => id)
  const cardIn = (stage: number | undefined) => page.locator(`[data-column="${stage}"] [data-card="${lead.id}"]`)
  await page.goto(`/admin/funnel/management/${funnel.id}`)
  await expect(cardIn(first)).toContainText('Kim')
  await cardIn(first).focus()
  for (const key of [' ', 'ArrowRight', 'ArrowRight', 'ArrowRight', ' ']) await page.keyboard.press(key)
  await expect(cardIn(won)).toBeVisible()

  const group = await ask(page, origin, 'post', 'group', { name: 'Guests of tea' })
  await ask(page, origin, 'put', `contact/${lead.contact_id}`, { groups: [group.id] })
  await page.goto('/admin/broadcast/create')
  await page.getByLabel('Name', { exact: true }).pressSequentially('To guests')
  await page.getByLabel('Subject').pressSequentially('Tea for {{first_name|you}}')
  await page.locator('.is-rich [contenteditable=true]').first().click()
  await page.keyboard.type('Hello {{first_name|friend}}.')
  await page.getByRole('tab', { name: 'Recipients' }).click()
  await page.getByLabel('Topic').first().pressSequentially('News')
  await page.getByRole('option', { name: 'News and offers' }).click()
  await page.getByLabel('Add people…').selectOption({ label: 'Contact groups' })
  await page.getByLabel('Groups', { exact: true }).pressSequentially('Guests')
  await page.getByRole('option', { name: 'Guests of tea' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Recipients: 1')).toBeVisible()
  await saved(page, () => page.keyboard.press('ControlOrMeta+s'))
  await page.goto('/admin/broadcast?q=To guests')
  await page.getByRole('link', { name: 'To guests' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog').getByText('Recipients: 1')).toBeVisible()
  await page.getByRole('dialog').getByRole('textbox').pressSequentially('SEND 1')
  await page.keyboard.press('Enter')
  await expect(page.getByText('1 of 1 processed')).toBeVisible({ timeout: 60_000 })

  const [mail] = (await rows<{ id: number; subject: string }>(page, `mail?q=${EMAIL}&fields=*`)).filter(
    ({ subject }) => subject === 'Tea for Kim',
  )
  const { text_body } = (await (await page.request.get(`/api/admin/mail/${mail?.id}`)).json()) as { text_body: string }
  const link = new URL(/(http\S+\/unsubscribe\?\S+)/.exec(text_body)?.[1] ?? '')
  await open(guest, link.pathname + link.search)
  await guest.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await expect(guest.getByText('This address is unsubscribed.')).toBeVisible()

  await page.goto(`/admin/contact/edit/${lead.contact_id}`)
  const happened = page.getByRole('region', { name: 'Activity' })
  for (const line of ['Account created', 'Submitted the form “Guest list”', 'Won', 'Unsubscribed'])
    await expect(happened).toContainText(line)
  expect(await seriousFaults(page)).toEqual([])

  await open(guest, '/login?next=%2Faccount%3Ftab%3Dtimeline')
  await guest.getByLabel('Email', { exact: true }).pressSequentially(EMAIL)
  await guest.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD)
  await guest.keyboard.press('Enter')
  const timeline = guest.locator('.people-timeline')
  for (const line of ['Account created', 'Submitted the form “Guest list”', 'Unsubscribed']) await expect(timeline).toContainText(line)
  // Changes by staff are not visible to the customer.
  await expect(timeline).not.toContainText('Won')
  expect(await seriousFaults(guest)).toEqual([])
  await phone.close()
})
