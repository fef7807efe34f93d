// of plugins/purchasing plugins/sales ui-admin/src/board ui-admin/src/list
import { seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const supplier = 'Harbour Pottery'

/** Creates a purchase order through the API and returns its id and number. */
async function draft(page: Page, origin: string, quantity: number): Promise<{ id: number; number: string }> {
  const headers = { origin }
  const rows = async (path: string) => ((await (await page.request.get(`/api/admin/${path}`)).json()) as { data: { id: number }[] }).data
  const [found] = await rows(`supplier?q=${encodeURIComponent(supplier)}`)
  const [warehouse] = await rows('warehouse')
  const [stock] = await rows(`po/stocks?q=POT-RUST&supplier_id=${found?.id}`)
  const data = { supplier_id: found?.id, warehouse_id: warehouse?.id, lines: [{ stock_id: stock?.id, quantity }] }
  const made = await page.request.post('/api/admin/po', { data, headers })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()) as { id: number; number: string }
}

const column = (page: Page, id: string) => page.locator(`[data-column="${id}"]`)
const card = (page: Page, id: string, record: { id: number }) => column(page, id).locator(`[data-card="${record.id}"]`)

/** Drags a card over a column without dropping it, so that the column labels can be read. */
async function lift(page: Page, from: ReturnType<typeof card>, to: string): Promise<void> {
  const begin = await from.boundingBox()
  await page.mouse.move((begin?.x ?? 0) + 60, (begin?.y ?? 0) + (begin?.height ?? 0) - 12)
  await page.mouse.down()
  const end = await column(page, to).boundingBox()
  await page.mouse.move((end?.x ?? 0) + 80, (end?.y ?? 0) + 90, { steps: 12 })
}

test('a list is shown as a board by its URL, and its filters apply there', async ({ page, baseURL }) => {
  await signIn(page)
  const purchaseOrder = await draft(page, baseURL ?? '', 2)
  await page.goto('/admin/po')
  await page.getByRole('button', { name: 'Board', exact: true }).click()
  await expect(page).toHaveURL(/as=board/)
  await expect(card(page, 'draft', purchaseOrder)).toContainText('Harbour Pottery')
  await expect(column(page, 'sent')).toContainText('No cards')
  expect(await seriousFaults(page)).toEqual([])
  await page.evaluate(() => document.body.classList.add('bp6-dark'))
  expect(await seriousFaults(page)).toEqual([])

  await page.goto('/admin/po?as=board&status=draft,sent')
  await expect(page.locator('[data-column]')).toHaveCount(2)
  await expect(card(page, 'draft', purchaseOrder)).toBeVisible()
  await page.goto('/admin/po?as=board&expected_at__gte=2099-01-01')
  await expect(column(page, 'draft')).toContainText('No cards')

  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(page).not.toHaveURL(/as=board/)
  await page.goBack()
  await expect(column(page, 'draft')).toBeVisible()
})

test('the board does not scroll while a card is held near its edge', async ({ page, baseURL }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page)
  const purchaseOrder = await draft(page, baseURL ?? '', 1)
  await page.goto('/admin/po?as=board')
  await expect(card(page, 'draft', purchaseOrder)).toBeVisible()
  const columns = page.locator('.board-columns')
  expect(await columns.evaluate((board) => board.scrollWidth > board.clientWidth)).toBe(true)
  const edge = await columns.boundingBox()
  await lift(page, card(page, 'draft', purchaseOrder), 'pending')
  await page.mouse.move((edge?.x ?? 0) + (edge?.width ?? 0) - 60, (edge?.y ?? 0) + 90, { steps: 4 })
  // Waits long enough for the board to scroll, if it did.
  await page.waitForTimeout(800)
  expect(await columns.evaluate((board) => board.scrollLeft)).toBe(0)
  await page.keyboard.press('Escape')
  await page.mouse.up()
})

test('the board does not scroll while a card crosses columns quickly, and scrolls when it is held at the end', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  // The board scrolls in an interval of a few milliseconds until it is stopped, which is late on a slow machine.
  await page.addInitScript(() => {
    const start = window.setInterval
    window.setInterval = ((run: () => void, after = 0) => {
      if (after < 20) document.documentElement.dataset['scrolls'] = 'true'
      return start(run, after)
    }) as typeof window.setInterval
  })
  await signIn(page)
  const purchaseOrder = await draft(page, baseURL ?? '', 1)
  await page.goto('/admin/po?as=board')
  const from = await card(page, 'draft', purchaseOrder).boundingBox()
  const to = await column(page, 'pending').boundingBox()
  const [x, y] = [(from?.x ?? 0) + 60, (from?.y ?? 0) + (from?.height ?? 0) - 12]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.evaluate(
    async ({ xs, y }) => {
      for (const x of xs) {
        document.dispatchEvent(new MouseEvent('mousemove', { clientX: x, clientY: y, bubbles: true }))
        // Waits for the next task, which runs before the next frame.
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', resolve, { once: true })
          port1.start()
          port2.postMessage(null)
        })
      }
    },
    { xs: [x + 10, x + 14, (to?.x ?? 0) + 80], y },
  )
  await expect(column(page, 'sent')).toContainText('Cannot move here')
  await expect(page.locator('html')).not.toHaveAttribute('data-scrolls')
  const board = await page.locator('.board-columns').boundingBox()
  await page.mouse.move((board?.x ?? 0) + (board?.width ?? 0) - 4, y, { steps: 4 })
  await expect(page.locator('html')).toHaveAttribute('data-scrolls')
  await page.keyboard.press('Escape')
  await page.mouse.up()
})

test('a card can be dropped only on allowed statuses, opens the transition dialog, and returns on cancel', async ({ page, baseURL }) => {
  await signIn(page)
  const purchaseOrder = await draft(page, baseURL ?? '', 3)
  await page.goto('/admin/po?as=board')
  await expect(card(page, 'draft', purchaseOrder)).toBeVisible()
  await lift(page, card(page, 'draft', purchaseOrder), 'pending')
  await expect(column(page, 'sent')).toContainText('Cannot move here')
  await expect(column(page, 'pending')).not.toContainText('Cannot move here')
  expect(await seriousFaults(page)).toEqual([])
  await page.mouse.up()
  await expect(card(page, 'pending', purchaseOrder)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, 'draft', purchaseOrder)).toBeVisible()

  await lift(page, card(page, 'draft', purchaseOrder), 'completed')
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(card(page, 'draft', purchaseOrder)).toBeVisible()
})

test('a card whose transition is rejected returns and shows the reason', async ({ page, baseURL }) => {
  await signIn(page)
  const purchaseOrder = await draft(page, baseURL ?? '', 1)
  const emptied = await page.request.put(`/api/admin/po/${purchaseOrder.id}`, { data: { lines: [] }, headers: { origin: baseURL ?? '' } })
  expect(emptied.ok(), await emptied.text()).toBe(true)
  await page.goto('/admin/po?as=board')
  await card(page, 'draft', purchaseOrder)
    .getByRole('button', { name: /^Move Harbour Pottery to/ })
    .click()
  await page.getByRole('menuitem', { name: 'Pending' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(card(page, 'draft', purchaseOrder)).toContainText('Items: Add at least one product.')
  await expect(card(page, 'draft', purchaseOrder)).toBeFocused()
})

test('orders are moved with Space, an arrow and Space; screen readers get announcements, and the card keeps the focus', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/admin/order/create')
  await page.getByRole('searchbox', { name: 'Add products' }).pressSequentially('POT-RUST')
  await page.getByRole('searchbox', { name: 'Add products' }).press('Enter')
  await expect(page.getByLabel(/^Quantity: Clay teapot/)).toBeVisible()
  await page.getByLabel('First name').first().pressSequentially('Wai')
  await page.getByLabel('Last name').first().pressSequentially('Lee')
  await page.getByLabel('Email', { exact: true }).pressSequentially('wai@board.test')
  await page.getByRole('button', { name: 'Place order and collect payment' }).click()
  await page.waitForURL(/\/admin\/order\/\d+$/)
  const order = { id: Number(page.url().split('/').at(-1)) }

  await page.goto('/admin/order?as=board')
  await expect(card(page, 'paid', order)).toContainText('Wai Lee')
  await expect(card(page, 'paid', order)).toContainText('Clay teapot')
  expect(await seriousFaults(page)).toEqual([])
  await card(page, 'paid', order).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/Wai Lee is picked up from Paid/)).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Wai Lee will move to Processing.')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Wai Lee stays in Paid.')).toBeAttached()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(page.getByText('Wai Lee is now in Processing.')).toBeAttached()
  await expect(card(page, 'processing', order)).toBeFocused()
  await page.reload()
  await expect(card(page, 'processing', order)).toBeVisible()
})

test('a phone shows one column at a time, and cards are moved by their menu', async ({ page, baseURL }) => {
  await signIn(page)
  await page.setViewportSize({ width: 390, height: 800 })
  const purchaseOrder = await draft(page, baseURL ?? '', 4)
  await page.goto('/admin/po?as=board')
  await expect(card(page, 'draft', purchaseOrder)).toBeVisible()
  await expect(column(page, 'pending')).toBeHidden()
  expect(await seriousFaults(page)).toEqual([])
  await card(page, 'draft', purchaseOrder)
    .getByRole('button', { name: /^Move Harbour Pottery to/ })
    .click()
  await page.getByRole('menuitem', { name: 'Pending' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(card(page, 'draft', purchaseOrder)).toHaveCount(0)
  await page.getByLabel('Column').selectOption({ label: 'Sent (1)' })
  await expect(card(page, 'sent', purchaseOrder)).toBeVisible()
})

test('a column loads more on demand, and one without permission says so', async ({ page, baseURL }) => {
  await signIn(page)
  for (let made = 0; made < 22; made++) await draft(page, baseURL ?? '', 1)
  await page.goto('/admin/po?as=board&status=draft')
  await expect(column(page, 'draft').locator('[data-card]')).toHaveCount(20)
  await page.getByRole('button', { name: 'Load more: Draft' }).click()
  await expect(async () => expect(await column(page, 'draft').locator('[data-card]').count()).toBeGreaterThan(21)).toPass()
  await page.route(/\/api\/admin\/po\?.*status=sent/, (route) =>
    route.fulfill({ status: 403, json: { code: 'FORBIDDEN', messages: ['You need the right "get po".'] } }),
  )
  await page.goto('/admin/po?as=board&status=draft,sent')
  await expect(column(page, 'sent')).toContainText('You do not have permission to view this')
})
