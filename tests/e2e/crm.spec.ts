// of plugins/crm ui-admin/src/board
import { post, saved, seriousFaults, signIn } from './support.ts'
import { expect, type Locator, type Page, test } from './test.ts'

interface Made {
  id: number
  version: number
  stages: { id: number }[]
}

const column = (page: Page, id: number | undefined) => page.locator(`[data-column="${id}"]`)
const card = (page: Page, stage: number | undefined, id: number) => column(page, stage).locator(`[data-card="${id}"]`)

test('a contact is created by keyboard, and a contact with the same number is pointed out before saving', async ({ page, baseURL }) => {
  await signIn(page)
  await post(page, baseURL ?? '', 'contact', { first_name: 'Known', last_name: 'Ng', country_code: '852', phone: '5555 0133' })
  await page.goto('/admin/contact/create')
  await page.getByLabel('First name').pressSequentially('Mei')
  await page.getByLabel('Company').pressSequentially('Harbour Café')
  await page.getByLabel('Phone code').pressSequentially('852')
  // The phone field has the only field for the country code.
  await expect(page.getByRole('combobox', { name: 'Country code' })).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Phone (optional)', exact: true }).pressSequentially('55550133')
  await expect(page.getByText('Possible duplicate')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Known Ng' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await saved(page, () => page.keyboard.press('ControlOrMeta+s'))
  await page.goto('/admin/contact?company=Harbour Café')
  await page.getByRole('link', { name: 'Mei' }).first().click()
  await expect(page.getByRole('heading', { name: 'Leads', exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Activity' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])

  const other = await post(page, baseURL ?? '', 'contact', { first_name: 'Mei', last_name: 'Again' })
  const keptId = /\/contact\/edit\/(\d+)/.exec(page.url())?.[1]
  await page.request.post(`/api/admin/contact/${keptId}/merge`, { data: { other_id: other.id }, headers: { origin: baseURL ?? '' } })
  await page.goto(`/admin/contact/view/${other.id}`)
  await expect(page).toHaveURL(new RegExp(`/admin/contact/edit/${keptId}$`))
  await expect(page.getByText('Mei Again was merged into this contact')).toBeVisible()
  await page.getByRole('button', { name: 'Undo merge' }).click()
  await expect(page.getByText('Merge undone')).toBeVisible()

  await page.goto('/admin/contact?source=sales_or_staff')
  await page.getByRole('button', { name: 'Save as group' }).click()
  await page.getByLabel('Group name').pressSequentially('By staff')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Group saved')).toBeVisible()
  await page.goto('/admin/group?q=By staff')
  await page.getByRole('link', { name: 'By staff' }).click()
  await expect(page.getByText(/Contacts: \d+/)).toBeVisible()
  await expect(page.getByText('Source: Sales or staff')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('a card is moved by keyboard, undone, asks for the reason when lost, and opens beside the board', async ({ page, baseURL }) => {
  await signIn(page)
  const origin = baseURL ?? ''
  const funnel = await post<Made>(page, origin, 'funnel', { title: 'Tastings', url: 'tastings' })
  const [first, talking, offered, won, lost] = funnel.stages.map(({ id }) => id)
  const lead = await post<Made>(page, origin, 'lead', { funnel_id: funnel.id, title: 'Twelve cups', amount: '240.00' })
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
  await expect(page.getByText('Twelve cups was moved to Offer sent.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, first, lead.id)).toBeVisible()
  await expect(page.getByText('Twelve cups was moved back to New.')).toBeVisible()

  // Another user changes the lead first.
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
  await expect(page.getByText('Someone else moved it to In talks.').first()).toBeVisible()
  await expect(card(page, talking, lead.id)).toBeVisible()

  await card(page, talking, lead.id).focus()
  await page.keyboard.press(' ')
  for (const _ of [offered, won, lost]) await page.keyboard.press('ArrowRight')
  // The last column scrolls into view.
  await expect(column(page, lost)).toBeInViewport({ ratio: 0.99 })
  await page.keyboard.press(' ')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Mark Twelve cups as lost')
  await dialog.getByLabel('Reason').selectOption('other')
  await expect(dialog.getByRole('button', { name: 'Mark as lost' })).toBeDisabled()
  await dialog.getByLabel('Lost details').pressSequentially('Moved away')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(card(page, lost, lead.id)).toBeVisible()

  await page.goto(`/admin/funnel/management/${funnel.id}?lead=${lead.id}`)
  await expect(page.getByRole('dialog').getByLabel('Title')).toHaveValue('Twelve cups')
  await expect(page.getByRole('dialog').getByText('In talks → Lost')).toBeVisible()
  await expect(page.getByRole('dialog').getByText('Moved away').first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/lead=/)
})

/** Drags a card over another column without dropping it. */
async function lift(page: Page, from: Locator, to: Locator): Promise<void> {
  const begin = await from.boundingBox()
  await page.mouse.move((begin?.x ?? 0) + 60, (begin?.y ?? 0) + (begin?.height ?? 0) - 12)
  await page.mouse.down()
  const end = await to.boundingBox()
  await page.mouse.move((end?.x ?? 0) + 80, (end?.y ?? 0) + 90, { steps: 12 })
}

test('when two people move one card at once, one wins, the other sees an error, and board, history and times agree', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page)
  const origin = baseURL ?? ''
  const funnel = await post<Made>(page, origin, 'funnel', { title: 'Two hands', url: 'two-hands' })
  const stages = funnel.stages.map(({ id }) => id)
  const [first, talking, offered] = stages
  const lead = await post<Made>(page, origin, 'lead', { funnel_id: funnel.id, title: 'One kettle', amount: '99.00' })
  const context = await browser.newContext({ baseURL: origin })
  const other = await context.newPage()
  await signIn(other)
  for (const tab of [page, other]) {
    await tab.goto(`/admin/funnel/management/${funnel.id}`)
    await expect(card(tab, first, lead.id)).toBeVisible()
  }
  await lift(page, card(page, first, lead.id), column(page, talking))
  await lift(other, card(other, first, lead.id), column(other, offered))
  const answers = [page, other].map((tab) =>
    tab.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes(`/lead/${lead.id}`)),
  )
  await Promise.all([page.mouse.up(), other.mouse.up()])
  const codes = (await Promise.all(answers)).map((answer) => answer.status())
  expect(codes.toSorted()).toEqual([200, 409])
  const [won, lost] = codes[0] === 200 ? [talking, other] : [offered, page]
  const name = won === talking ? 'In talks' : 'Offer sent'
  await expect(lost.getByText(`Someone else moved it to ${name}.`).first()).toBeVisible()
  for (const tab of [page, other]) {
    await expect(card(tab, won, lead.id)).toBeVisible()
    await expect(tab.locator(`[data-card="${lead.id}"]`)).toHaveCount(1)
  }
  // After the conflict, the loser moves the card by keyboard from its current column.
  await card(lost, won, lead.id).focus()
  await lost.keyboard.press(' ')
  await lost.keyboard.press('ArrowRight')
  // The card moves before the server confirms it, and only confirmed changes are in the history.
  const agreed = lost.waitForResponse((answer) => answer.request().method() !== 'GET' && answer.url().includes(`/lead/${lead.id}`))
  await lost.keyboard.press(' ')
  expect((await agreed).ok()).toBe(true)
  await expect(card(lost, stages[stages.indexOf(won ?? 0) + 1], lead.id)).toBeVisible()

  const history = (await (await page.request.get(`/api/admin/lead/${lead.id}/history`)).json()) as {
    data: { from: string | null; at: string; seconds_in_from: number | null }[]
    age_seconds: number
  }
  expect(history.data).toHaveLength(3)
  expect(history.data.map(({ from }) => from)).toEqual([name, 'New', null])
  // The times in all stages, including the current one, add up to the age of the lead.
  const [last] = history.data
  const since = (at: string | undefined) => (Date.now() - Date.parse(at ?? '')) / 1_000
  const stood = history.data.reduce((sum, step) => sum + (step.seconds_in_from ?? 0), 0) + since(last?.at)
  expect(Math.abs(stood - since(history.data.at(-1)?.at))).toBeLessThan(2)
  expect(Math.abs(history.age_seconds - stood)).toBeLessThan(2)
  await context.close()
})

test('a lead is created beside the board and on its own page, and the totals include it', async ({ page, baseURL }) => {
  await signIn(page)
  const funnel = await post<Made>(page, baseURL ?? '', 'funnel', { title: 'Gifts', url: 'gifts' })
  await page.request.post(`/api/admin/funnel/${funnel.id}/publish`, { headers: { origin: baseURL ?? '' } })
  await page.goto(`/admin/funnel/management/${funnel.id}`)
  await page.getByRole('button', { name: 'Add lead' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByLabel('Title').pressSequentially('A hundred boxes')
  await panel.getByLabel('Expected value').pressSequentially('1200')
  await panel.getByLabel('Stage').selectOption({ label: 'In talks' })
  await saved(page, () => panel.getByRole('button', { name: /^Create/ }).click())
  await expect(column(page, funnel.stages[1]?.id)).toContainText('A hundred boxes')

  await page.goto('/admin/lead/create')
  await page.getByLabel('Title').pressSequentially('Loose leaves')
  expect(await seriousFaults(page)).toEqual([])

  const lead = await post<Made>(page, baseURL ?? '', 'lead', { funnel_id: funnel.id, title: 'Two tins', amount: '80.00' })
  await page.goto(`/admin/lead/edit/${lead.id}`)
  const bar = page.locator('.page-header')
  await expect(bar.getByRole('button', { name: 'Mark as spam or duplicate' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Restore' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Mark as lost…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Mark as won' }).click()
  await expect(page.getByText('Two tins was moved to Won.')).toBeVisible()
  await expect(page.getByLabel('Stage')).toHaveValue(String(funnel.stages[3]?.id))
  await expect(page.getByRole('button', { name: 'Mark as won' })).toHaveCount(0)
  expect(await seriousFaults(page)).toEqual([])
  await page.goto('/admin/crm-dashboard')
  await expect(page.getByRole('heading', { name: 'CRM dashboard' })).toBeVisible()
  const stages = page.getByRole('region', { name: 'Leads by stage' })
  await stages.getByRole('button', { name: 'Table' }).click()
  await expect(stages.getByRole('row', { name: /Gifts/ }).first()).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(`/admin/funnel/management/${funnel.id}`)
  await expect(page.getByLabel('Column')).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
})

test('a lead opened directly from the new customer form leads to the customer list, and one opened otherwise stays', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  const origin = baseURL ?? ''
  const funnel = await post<Made>(page, origin, 'funnel', { title: 'Straight', url: 'straight' })
  const lead = await post<Made>(page, origin, 'lead', { funnel_id: funnel.id, title: 'Straight from there' })
  const openLead = () => page.evaluate((path) => window.history.pushState({}, '', path), `/admin/lead/edit/${lead.id}`)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await openLead()
  await expect(page.getByRole('heading', { name: 'Straight from there' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin/lead/edit/${lead.id}$`))
  await page.goto('/admin/customer/list/create')
  await expect(page.getByLabel('First name')).toBeVisible()
  await openLead()
  await expect(page).toHaveURL(/\/admin\/customer\/list$/)
})
