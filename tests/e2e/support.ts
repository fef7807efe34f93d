import { expect, type Locator, type Page } from '@playwright/test'
import { graveViolations } from './axe.ts'
import { template } from './template.ts'

/** Fills in the login form and submits it. */
export async function tryPassword(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Gives a page a staff session. */
export const signIn = (page: Page): Promise<void> => page.context().addCookies(template().session)

/** Sends a POST request to the admin API as the signed-in staff; the test fails if the response is an error. */
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

/** Creates a content page through the API, so that a test has its own row. */
export async function makePage(page: Page, origin: string, title: Record<string, string>, url: string, more: object = {}): Promise<number> {
  return (await post(page, origin, 'page', { title, url, ...more })).id
}

/** A content page as stored, with the texts of all languages. */
export const storedPage = async (page: Page, id: number) =>
  (await (await page.request.get(`/api/admin/page/${id}?language=*`)).json()) as StoredPage

/**
 * Runs an action that saves the screen, and waits for the response of this write: the success message of an earlier one may still be
 * visible.
 */
export async function saved(page: Page, act: () => Promise<unknown>): Promise<void> {
  // Requests for a slug and for an upload are not saves.
  const written = page.waitForResponse(
    (answer) => answer.request().method() !== 'GET' && /\/api\/admin\/(?!slug|upload)/.test(answer.url()),
  )
  await act()
  expect((await written).ok()).toBe(true)
  await expect(page.getByText('Submit Success').last()).toBeVisible()
}

/** Opens the menu with the other actions of a document. */
export async function otherMoves(page: Page): Promise<Locator> {
  await page.locator('.page-actions').getByRole('button', { name: 'More' }).click()
  const menu = page.getByRole('menu', { name: 'Actions' })
  await expect(menu).toBeVisible()
  return menu
}

/** Starts an action of a document: its button, or its item in the actions menu. */
export async function begin(page: Page, name: string): Promise<void> {
  const moves = page.locator('.page-actions')
  const direct = moves.getByRole('button', { name, exact: true })
  await expect(direct.or(moves.getByRole('button', { name: 'More' })).first()).toBeVisible()
  if (await direct.isVisible()) return direct.click()
  await (await otherMoves(page)).getByRole('menuitem', { name, exact: true }).click()
}

/**
 * Serious and critical accessibility violations of the current page. Waits for the end of animations and of reloads that dim rows,
 * because half-transparent text fails the contrast check. If there are violations, the page is checked again, because an animation may
 * have started during the check.
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
    // An inherited colour starts its transition after that of its parent, so new animations may follow.
    for (let now = fading(); now.length > 0; now = fading())
      await Promise.all(now.map((animation) => animation.finished.catch(() => undefined)))
  })
  return (await graveViolations(page)).map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''} ${nodes[0]?.any[0]?.message ?? ''}`)
}

/**
 * Waits until a page is in the offline cache. The page itself is cached only after all its resources: otherwise a lost connection in the
 * meantime would leave an incomplete page.
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
  // `waitForFunction` takes the promise of an async function as truthy, so this polls.
  await expect.poll(async () => (await missing()).includes('/admin/')).toBe(false)
  await expect.poll(missing).toEqual([])
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Opens a store page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<number | undefined> {
  const answer = await page.goto(path)
  await isAwake(page)
  return answer?.status()
}

/** Waits until a store page is hydrated: before that, the browser handles clicks. */
export const isAwake = (page: Page): Promise<void> => expect(page.locator('html')).toHaveAttribute('data-alive', '')

/** Types a customer's email and password into the visible form, and presses Enter at once. */
export async function typeShopper(page: Page, email: string, password: string): Promise<void> {
  await page.locator('input[type=email]').pressSequentially(email)
  await page.locator('input[type=password]').pressSequentially(password)
  await page.keyboard.press('Enter')
}

/** Signs a customer in by keyboard. */
export async function comeAs(page: Page, language: string, email: string, password: string): Promise<void> {
  await open(page, `/${language}/login`)
  await typeShopper(page, email, password)
  await expect(page).toHaveURL(/account/)
}

/** The button that places the order, after the price for the last choice has loaded: pressed earlier, it waits for that. */
export const PLACE = 'button.place:enabled[aria-busy=false]'

/** Adds the demo's tea in the small bag to the cart. */
export async function addTea(page: Page, quantity = '1'): Promise<void> {
  await open(page, '/product/longjing')
  await page.locator('.option-value', { has: page.locator('input[value="50g"]') }).click()
  await page.locator('.buy-row .stepper input').fill(quantity)
  await page.locator('.buy-row button[type=submit]').click()
}

/** Fills in the checkout as a guest. */
export async function fillCheckout(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('First name').fill('May')
  await page.getByLabel('Last name').fill('Chan')
  await page.getByLabel('Phone', { exact: false }).first().fill('91234567')
  await page.locator('#checkout-address').fill('18 Tai Ping Shan Street')
  await page.locator('#checkout-payment_method input').first().check()
}
