// of plugins/crm ui-admin/src/board
import { saved, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

interface Made {
  id: number
  version: number
  stages: { id: number }[]
}

async function post(page: Page, origin: string, path: string, data: object): Promise<Made> {
  const answer = await page.request.post(`/api/admin/${path}`, { data, headers: { origin } })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as Made
}

const column = (page: Page, id: number | undefined) => page.locator(`[data-column="${id}"]`)
const card = (page: Page, stage: number | undefined, id: number) => column(page, stage).locator(`[data-card="${id}"]`)

test('a contact is written by keyboard, and who has the number already is pointed out before it is saved', async ({ page, baseURL }) => {
  await signIn(page)
  await post(page, baseURL ?? '', 'contact', { first_name: 'Known', last_name: 'Ng', country_code: '852', phone: '5555 0133' })
  await page.goto('/admin/contact/create')
  await page.getByLabel('First name').pressSequentially('Mei')
  await page.getByLabel('Company').pressSequentially('Harbour Café')
  await page.getByLabel('Phone code').pressSequentially('852')
  await page.getByRole('textbox', { name: 'Phone (optional)', exact: true }).pressSequentially('55550133')
  await expect(page.getByText('This may be the same person')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Known Ng' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await saved(page, () => page.keyboard.press('ControlOrMeta+s'))
  await page.goto('/admin/contact?company=Harbour Café')
  await page.getByRole('link', { name: 'Mei' }).first().click()
  await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'What happened' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  const other = await post(page, baseURL ?? '', 'contact', { first_name: 'Mei', last_name: 'Again' })
  const kept = /\/contact\/edit\/(\d+)/.exec(page.url())?.[1]
  await page.request.post(`/api/admin/contact/${kept}/merge`, { data: { other_id: other.id }, headers: { origin: baseURL ?? '' } })
  await page.goto(`/admin/contact/view/${other.id}`)
  await expect(page).toHaveURL(new RegExp(`/admin/contact/edit/${kept}$`))
  await expect(page.getByText('Mei Again was merged into this contact')).toBeVisible()
  await page.getByRole('button', { name: 'Take the merge back' }).click()
  await expect(page.getByText('The merge was taken back')).toBeVisible()

  await page.goto('/admin/contact?source=sales_or_staff')
  await page.getByRole('button', { name: 'Keep as group' }).click()
  await page.getByLabel('Name of the group').pressSequentially('By staff')
  await page.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(page.getByText('The group is kept')).toBeVisible()
  await page.goto('/admin/group?q=By staff')
  await page.getByRole('link', { name: 'By staff' }).click()
  await expect(page.getByText(/Contacts: \d+/)).toBeVisible()
  await expect(page.getByText('Source: Sales or staff')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('a card is carried by keys, undone, asked why it was lost, and opens beside the board', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  const funnel = await post(page, origin, 'funnel', { title: 'Tastings', url: 'tastings' })
  const [first, talking, offered, won, lost] = funnel.stages.map(({ id }) => id)
  const lead = await post(page, origin, 'lead', { funnel_id: funnel.id, title: 'Twelve cups', amount: '240.00' })
  await page.goto(`/admin/funnel/management/${funnel.id}`)
  await expect(card(page, first, lead.id)).toContainText('Twelve cups')
  await expect(column(page, first)).toContainText('240.00')
  expect(await seriousFaults(page)).toEqual([])
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])
  await page.evaluate(() => document.body.classList.remove('bp6-dark'))

  await card(page, first, lead.id).focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await expect(card(page, offered, lead.id)).toBeVisible()
  await expect(page.getByText('Twelve cups stands in Offer sent now.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, first, lead.id)).toBeVisible()
  await expect(page.getByText('Twelve cups is back in New.')).toBeVisible()

  // Somebody else is faster.
  const now = (await (await page.request.get(`/api/admin/lead/${lead.id}`)).json()) as Made
  const other = await page.request.put(`/api/admin/lead/${lead.id}`, {
    data: { stage_id: talking, version: now.version },
    headers: { origin },
  })
  expect(other.status()).toBe(200)
  await card(page, first, lead.id).focus()
  await page.keyboard.press(' ')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  await expect(page.getByText('Somebody else moved it to In talks meanwhile.').first()).toBeVisible()
  await expect(card(page, talking, lead.id)).toBeVisible()

  await card(page, talking, lead.id).focus()
  await page.keyboard.press(' ')
  for (const _ of [offered, won, lost]) await page.keyboard.press('ArrowRight')
  await page.keyboard.press(' ')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Why was Twelve cups lost?')
  await dialog.getByLabel('Reason').selectOption('other')
  await expect(dialog.getByRole('button', { name: 'Move to lost' })).toBeDisabled()
  await dialog.getByLabel('In their words').pressSequentially('Moved away')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Move to lost' }).click()
  await expect(card(page, lost, lead.id)).toBeVisible()

  await page.goto(`/admin/funnel/management/${funnel.id}?lead=${lead.id}`)
  await expect(page.getByRole('dialog').getByLabel('What it is about')).toHaveValue('Twelve cups')
  await expect(page.getByRole('dialog').getByText('In talks → Lost')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Moved away').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/lead=/)
})

test('a lead is made beside the board and on its own page, and the numbers tell of it', async ({ page, baseURL }) => {
  await signIn(page)
  const funnel = await post(page, baseURL ?? '', 'funnel', { title: 'Gifts', url: 'gifts' })
  await page.request.post(`/api/admin/funnel/${funnel.id}/publish`, { headers: { origin: baseURL ?? '' } })
  await page.goto(`/admin/funnel/management/${funnel.id}`)
  await page.getByRole('button', { name: 'New lead' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('What it is about').pressSequentially('A hundred boxes')
  await panel.getByLabel('Value').pressSequentially('1200')
  await panel.getByLabel('Stage').selectOption({ label: 'In talks' })
  await saved(page, () => panel.getByRole('button', { name: /^Create/ }).click())
  await expect(column(page, funnel.stages[1]?.id)).toContainText('A hundred boxes')

  await page.goto('/admin/lead/create')
  await page.getByLabel('What it is about').pressSequentially('Loose leaves')
  expect(await seriousFaults(page)).toEqual([])
  await page.goto('/admin/crm-dashboard')
  await expect(page.getByRole('heading', { name: 'Leads at a glance' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /Gifts/ })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/admin/funnel/management/${funnel.id}`)
  await expect(page.getByLabel('Column')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})
