import { expect, type Locator, type Page } from '@playwright/test'
import { graveViolations } from './axe.ts'
import { template } from './template.ts'

/** Fills the login form in and sends it. */
export async function tryPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Gives a page a staff session. */
export const signIn = (page: Page): Promise<void> => page.context().addCookies(template().session)

/** Asks the API of the admin to make or do something, as whoever is signed in; the test fails when it is refused. */
export async function post<T = { id: number }>(page: Page, origin: string, path: string, data: object = {}): Promise<T> {
  const answer = await page.request.post(`/api/admin/${path}`, { data, headers: { origin } })
  expect(answer.ok(), `${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (await answer.json()) as T
}

export interface StoredPage {
  id: number
  version: number
  title: Record<string, string>
  url: string
}

/** Makes a page of content through the API, so that a test has a row of its own to work with. */
export async function makePage(page: Page, origin: string, title: Record<string, string>, url: string, more: object = {}): Promise<number> {
  return (await post(page, origin, 'page', { title, url, ...more })).id
}

/** A page of content as it is kept, with the texts of all languages. */
export const storedPage = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/admin/page/${id}?language=*`)).json()) as StoredPage

/** Does what saves the screen, and waits until that very write was answered: the good word of an earlier one may still stand. */
export async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  // Asking for an address and bringing a file in are no saving.
  const written = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && /\/api\/admin\/(?!slug|upload)/.test(answer.url()),
  )
  await act()
  expect((await written).ok()).toBe(true)
  await expect(page.getByText('Submit Success').last()).toBeVisible()
}

/** Opens what can be done with a document beside its next step. */
export async function otherMoves(page: Page): Promise<Locator> {
  await page.locator('.page-actions').getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('menu', { name: 'Actions' })
  await expect(menu).toBeVisible()
  return menu
}

/** Begins what can be done with a document: its next step, or one that stands behind it. */
export async function begin(page: Page, name: string): Promise<void> {
  const moves = page.locator('.page-actions')
  const direct = moves.getByRole('button', { name, exact: true })
  await expect(direct.or(moves.getByRole('button', { name: 'More' })).first()).toBeVisible()
  if (await direct.isVisible()) return direct.click()
  await (await otherMoves(page)).getByRole('menuitem', { name, exact: true }).click()
}

/**
 * Serious and critical faults of the page as it stands. What fades in or out is let finish, and rows that are asked for anew and pale
 * meanwhile are waited for: half transparent is no state to judge. Where either began while the page was looked at, it is looked at again.
 */
export async function seriousFaults(page: Page): Promise<string[]> {
  const found = await faultsNow(page)
  return found.length > 0 ? faultsNow(page) : found
}

async function faultsNow(page: Page): Promise<string[]> {
  await expect(page.locator('.rows.is-waiting')).toHaveCount(0)
  await page.evaluate(async () => {
    const ends = ({ playState, effect }: Animation) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    const fading = () => document.getAnimations().filter(ends)
    // A colour that is inherited begins to fade where it has come to, so those that end may be followed by others.
    for (let now = fading(); now.length > 0; now = fading())
      await Promise.all(now.map((animation) => animation.finished.catch(() => undefined)))
  })
  return (await graveViolations(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''} ${nodes[0]?.any[0]?.message ?? ''}`)
}

/**
 * Waits until a page is kept for when there is no network. That the page itself is kept says that all it is made of is: whoever loses
 * the network while it is being kept would else be left with half of it.
 */
export async function waitForOfflineCache(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const cache = await caches.open('stoa-offline')
      if (!(await cache.match('/admin/'))) return ['/admin/']
      const linked = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
        'script[src], link[rel$=stylesheet], link[rel$=preload]',
      )
      const parts = ['/api/admin', '/api/admin/manifest', ...[...linked].map((part) => ('src' in part ? part.src : part.href))]
      const cached = await Promise.all(parts.map((part) => cache.match(part, { ignoreVary: true, ignoreSearch: true })))
      return parts.filter((_, at) => !cached[at])
    })
  // What waits for a function takes the promise of one that is async for a yes.
  await expect.poll(async () => (await missing()).includes('/admin/')).toBe(false)
  await expect.poll(missing).toEqual([])
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Opens a store page. It is drawn by the server; what follows needs it to be awake. */
export async function open(page: Page, path: string): Promise<number | undefined> {
  const answer = await page.goto(path)
  await isAwake(page)
  return answer?.status()
}

/** Waits until a store page listens: what is clicked before is the browser's. */
export const isAwake = (page: Page): Promise<void> => expect(page.locator('html')).toHaveAttribute('data-alive', '')

/** Types who a shopper is into the form in sight, and presses Enter at once. */
export async function typeShopper(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[type=email]').pressSequentially(email)
  await page.locator('input[type=password]').pressSequentially(password)
  await page.keyboard.press('Enter')
}

/** Signs a shopper in, by keys. */
export async function comeAs(page: Page, language: string, email: string, password: string): Promise<void> {
  await open(page, `/${language}/login`)
  await typeShopper(page, email, password)
  await expect(page).toHaveURL(/account/)
}

/** The button that places an order, once the price of the last choice has come: pressed earlier it waits for that. */
export const PLACE = 'button.place:enabled[aria-busy=false]'

/** Puts the demo's tea in the small bag into the cart. */
export async function addTea(page: Page, quantity = '1'): Promise<void> {
  await open(page, '/product/longjing')
  await page.locator('.option-value', { has: page.locator('input[value="50g"]') }).click()
  await page.locator('.buy-row .stepper input').fill(quantity)
  await page.locator('.buy-row button[type=submit]').click()
}

/** Fills the checkout in as a guest. */
export async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('May')
  await page.getByLabel('Last name').fill('Chan')
  await page.getByLabel('Phone', { exact: false }).first().fill('91234567')
  await page.locator('#checkout-address').fill('18 Tai Ping Shan Street')
  await page.locator('#checkout-payment_method input').first().check()
}
