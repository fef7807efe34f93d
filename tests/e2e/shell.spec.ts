// of plugins/desk plugins/sales ui-admin/src/dashboard ui-admin/src/shell
import { PLACE, addTea, fillCheckout, post, seriousFaults, signIn } from './support.ts'
import { expect, test } from './test.ts'

test('the palette finds pages, records, settings and what the page in sight can do', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product')
  await page.locator('.row-title').first().waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByPlaceholder('Search or jump to…')
  await expect(page.getByRole('option', { name: 'Refresh' })).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await palette.pressSequentially('longjing')
  await expect(page.locator('.palette-head')).toHaveText(['Records'])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Longjing, first flush')

  await page.keyboard.press('ControlOrMeta+k')
  await palette.pressSequentially('default phone code')
  await page.getByRole('option', { name: /Default phone code/ }).click()
  await expect(page).toHaveURL(/configuration\?active_tab=basic/)
  await expect(page.locator('#field-default_country_code')).toBeFocused()

  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.locator('.palette-head').first()).toHaveText('Recent')
  await page.getByRole('option', { name: 'Longjing, first flush' }).click()
  await expect(page).toHaveURL(/product\/edit\/\d+/)
})

test('orders that wait for staff are counted beside their menu entry, and no longer once they are taken on', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/order')
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Orders/ })
  const waiting = async () => Number(/(\d+) waiting/.exec((await entry.textContent()) ?? '')?.[1] ?? 0)
  await expect(entry).toBeVisible()
  await page.waitForLoadState('networkidle')
  const before = await waiting()
  await addTea(page)
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await fillCheckout(page, 'badge@example.com')
  await page.locator(PLACE).click()
  await expect(page).toHaveURL(/order\/success/)
  await page.goto('/admin/order')
  await page.locator('.row-title').first().click()
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await expect(entry).toHaveAccessibleName(new RegExp(`${before + 1} waiting`))
  // Shut, the group says it for all its entries.
  const group = page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: /^Orders/ })
  await expect(group).not.toHaveAccessibleName(/waiting/)
  await group.click()
  await expect(group).toHaveAccessibleName(/waiting/)
  await group.click()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Start processing' }).click()
  await expect(page.locator('.page-title .status').first()).toHaveText('Processing')
  await expect.poll(waiting).toBe(before)
})

test('the first page shows what is open and not what rests, leads to just those, and counts lists only when it is asked to', async ({
  page,
  baseURL,
}) => {
  await signIn(page)
  const letter = { name: 'May Chan', email: 'may@shop.test', subject: 'A broken lid', message: 'It came so.' }
  expect((await page.request.post('/api/contact', { data: letter })).status()).toBe(201)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/admin/dashboard')
  const card = page.getByRole('region', { name: /^Contact messages/ })
  await expect(card.getByRole('heading')).toHaveText('Contact messages 1 open')
  await expect(card.getByRole('listitem')).toContainText(['A broken lid'])
  expect(asked.filter((path) => path.endsWith('/brand'))).toEqual([])
  await page.getByText('How much there is in every list').click()
  await expect(page.locator('.area').getByRole('link', { name: /^Brands/ })).toHaveText(/^Brands\d+$/)
  expect(await seriousFaults(page)).toEqual([])
  await card.getByRole('link', { name: 'Show all' }).click()
  await expect(page).toHaveURL(/contact-message\?status=/)
  await expect(page.locator('.row-title')).toHaveText(['A broken lid'])
  const { data } = (await (await page.request.get('/api/admin/contact_message')).json()) as { data: { id: number }[] }
  await post(page, baseURL ?? '', `contact_message/${data[0]?.id}/complete`)
  await page.goto('/admin/dashboard')
  await page.locator('.areas > summary').waitFor()
  await expect(card).toHaveCount(0)
})

test('a short page ends where it ends, however long the menu beside it is', async ({ page }) => {
  await signIn(page)
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/customer/group/create')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Those of the menu that is scrolled out of sight, too.
  await expect(page.getByRole('navigation', { name: 'Main' }).locator('.badge').last()).toBeAttached()
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0)
})

test('the menu opens the group in use and one more, and knows it on the next visit', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/promotion')
  const menu = page.getByRole('navigation', { name: 'Main' })
  const open = menu.getByRole('button', { expanded: true }).filter({ hasNotText: 'Collapse' })
  await expect(open).toHaveText(['Marketing'])
  await expect(menu.getByRole('button', { expanded: false })).toHaveCount(8)
  await expect(menu.locator('[aria-current]')).toHaveText('Promotions')
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await menu.getByRole('button', { name: 'Bookings' }).press('Enter')
  await kept
  await expect(open).toHaveText(['Marketing', 'Bookings'])
  await menu.getByRole('button', { name: 'POS' }).press(' ')
  await expect(open).toHaveText(['Marketing', 'POS'])
  expect(await seriousFaults(page)).toEqual([])
  await menu.getByRole('button', { name: 'Marketing' }).click()
  await expect(open).toHaveText(['POS'])
  await page.reload()
  await expect(open).toHaveText(['Marketing', 'POS'])

  // What belongs to a page is reached from its header, and the menu still says where one is.
  const tabs = page.getByRole('navigation', { name: 'Related pages' })
  await tabs.getByRole('link', { name: 'Codes' }).click()
  await expect(page).toHaveURL(/\/admin\/coupon$/)
  await expect(tabs.locator('[aria-current]')).toHaveText('Codes')
  await expect(menu.locator('[aria-current]')).toHaveText('Promotions')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search or jump to…').pressSequentially('stock movements')
  await page
    .getByRole('option', { name: /^Stock movements/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/inventories\/history$/)
  await expect(menu.locator('[aria-current]')).toHaveText('Stock on hand')
})

test('the menu as a rail and on a phone has the same groups', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/order')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('button', { name: 'Collapse menu' }).click()
  await menu.getByRole('button', { name: /^Customers/ }).click()
  await page.getByRole('menuitem', { name: /^Leads( ,|$)/ }).click()
  await expect(page).toHaveURL(/\/admin\/lead$/)
  expect(await seriousFaults(page)).toEqual([])
  await menu.getByRole('button', { name: 'Expand menu' }).click()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const drawer = page.locator('.drawer-menu')
  await expect(drawer.getByRole('button', { expanded: true })).toHaveText(['Customers'])
  await drawer.getByRole('button', { name: 'Products' }).click()
  await drawer.getByRole('link', { name: 'Brands' }).click()
  await expect(page).toHaveURL(/\/admin\/brand$/)
  await expect(drawer).toHaveCount(0)
})

test('pages are pinned to the top of the menu, lists and settings alike', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/warehouse')
  await page.getByRole('button', { name: 'Pin to the menu' }).click()
  const pins = page.getByRole('navigation', { name: 'Main' }).getByRole('list', { name: 'Pinned' })
  await expect(pins.getByRole('link')).toHaveText(['Warehouses'])
  await page.goto('/admin/configuration?active_tab=order')
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Pin to the menu' }).click()
  await kept
  await expect(pins.locator('[aria-current]')).toHaveText('Orders')
  await page.goto('/admin/dashboard')
  await expect(pins.getByRole('link')).toHaveText(['Warehouses', 'Orders'])
  expect(await seriousFaults(page)).toEqual([])
  await pins.getByRole('link', { name: 'Orders' }).click()
  await expect(page).toHaveURL(/configuration\?active_tab=order/)
  await page.getByRole('button', { name: 'Unpin from the menu' }).click()
  await expect(pins.getByRole('link')).toHaveText(['Warehouses'])
  // The palette remembers a tab of the settings as a page of its own.
  await page.goto('/admin/dashboard')
  await page.locator('.areas > summary').waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page
    .getByRole('option', { name: /^Orders\s*Settings/ })
    .first()
    .click()
  await expect(page).toHaveURL(/configuration\?active_tab=order/)
})

test('the steps of setting up leave the dashboard once the shop sells', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/dashboard')
  const setup = page.getByRole('region', { name: 'Set up your shop' })
  await expect(setup).toBeVisible()
  await page.route('**/api/admin/tasks*', async (route) => {
    await route.fulfill({ json: { data: [{ id: 'core.staff', label: 'Later', hint: '', to: 'account', done: false }], over: true } })
  })
  await page.reload()
  await page.locator('.areas > summary').waitFor()
  await expect(setup).toHaveCount(0)
})

test('the steps of setting up follow from the data, lead to where they are done, and can be put away', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/dashboard')
  const setup = page.getByRole('region', { name: 'Set up your shop' })
  await expect(setup.getByRole('listitem').filter({ hasText: 'Add a warehouse' })).toContainText('Add a warehouse')
  await expect(setup.getByRole('link', { name: /Add a warehouse/ })).toHaveCount(0)
  await setup.getByRole('link', { name: /Name your shop/ }).click()
  await expect(page).toHaveURL(/configuration\?active_tab=basic/)
  await page.goBack()
  await setup.getByRole('button', { name: 'Hide' }).click()
  await expect(setup).toHaveCount(0)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect(setup).toHaveCount(0)
  await page.goto('/admin/profile')
  await page.getByText('Set-up steps on the dashboard').click()
  await page.goto('/admin/dashboard')
  await expect(setup).toBeVisible()
})

test('a page whose part does not come says so, and comes when it is tried again', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.route(/\/list-screen-[^/]*\.js/, (route) => route.abort())
  await page.goto('/admin/brand')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded')
  expect(await seriousFaults(page)).toEqual([])
  await page.unroute(/\/list-screen-[^/]*\.js/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brands')
})

test('where the desk is off nothing of it is asked for, and no view is offered that nobody would keep', async ({ page }) => {
  await signIn(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/api\/admin\/(badges|cards|tasks|search|saved_view)\b/.test(request.url())) asked.push(request.url())
  })
  await page.route('**/api/admin/manifest?*', async (route) => {
    const response = await route.fetch()
    const manifest = (await response.json()) as { plugins: string[] }
    await route.fulfill({ response, json: { ...manifest, plugins: manifest.plugins.filter((id) => id !== 'desk') } })
  })
  await page.goto('/admin/dashboard')
  await expect(page.locator('.areas > summary')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByPlaceholder('Search or jump to…').pressSequentially('brands')
  await page.getByRole('option', { name: 'Brands', exact: false }).first().waitFor()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Brands')
  await page.locator('.row-title').first().waitFor()
  await expect(page.getByRole('button', { name: 'Views', exact: true })).toHaveCount(0)
  expect(asked).toEqual([])
})

test('what takes other colours takes them at once for whoever wants no movement', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/product')
  await page.locator('.row-title').first().waitFor()
  const fading = () =>
    page.evaluate(() => {
      document.body.classList.toggle('bp6-dark')
      return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
    })
  expect(await fading()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(await fading()).toBeGreaterThan(0)
})
