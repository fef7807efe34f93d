// of plugins/booking
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findBrowser } from '../support/browser.ts'
import { scan } from './scanner.ts'
import { waitForOfflineCache, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

const tomorrow = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date(Date.now() + 86_400_000))
const everyDay = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts: '10:00', ends: '11:00' }]

interface Guest {
  token: string
  codes: { seat_no: number; short: string }[]
}

/** An event with check-in open for days, and a guest with places booked. */
async function guest(page: Page, origin: string, url: string, quantity: number): Promise<Guest> {
  const headers = { origin }
  const eventData = { title: `Door ${url}`, url, kind: 'session', capacity: 9, max_quantity: 9, notice: 0, hours: everyDay }
  const made = await page.request.post('/api/admin/event', { data: { ...eventData, attendance: true, checkin_opens: 2 * 1_440 }, headers })
  expect(made.ok(), await made.text()).toBe(true)
  const visitor = { email: `${url}@shop.test`, first_name: 'May', last_name: 'Chan' }
  const booked = await page.request.post('/api/event/booking', {
    data: { event_id: (await made.json()).id, date: tomorrow(), time: '10:00', quantity, ...visitor },
    headers,
  })
  expect(booked.ok(), await booked.text()).toBe(true)
  const { token } = await booked.json()
  const { codes } = await (await page.request.post('/api/booking', { data: { token }, headers })).json()
  return { token, codes }
}

/** Enters the device name by keyboard and chooses the event for check-in. */
async function openCheckIn(page: Page, title: string): Promise<void> {
  await page.goto('/admin/booking/history/scanner')
  const name = page.getByLabel('Device name')
  await expect(name).toHaveValue(/’s phone$/)
  await name.press('Control+A')
  await name.pressSequentially('Front door')
  await name.press('Enter')
  await page.locator('.door-choice').press('Enter')
  await page.locator('.door-list .door-choice', { hasText: title }).press('Enter')
  await expect(page.locator('.door-count')).toBeVisible()
}

async function type(page: Page, code: string): Promise<void> {
  // As fast as typing, slower than a scanner.
  await page.getByLabel('Code', { exact: true }).pressSequentially(code, { delay: 45 })
  await page.getByLabel('Code', { exact: true }).press('Enter')
}

const noScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a code held before the camera is checked in, and the page confirms it with name and number', async ({ page, baseURL }) => {
  await signIn(page)
  const { token } = await guest(page, baseURL ?? '', 'camera', 1)
  // The QR code that the guest shows, on a desk and slightly rotated.
  const drawn = await (await page.request.get(`/api/booking/code?token=${token}&seat=1`)).body()
  const code = await sharp(drawn, { density: 200 }).flatten({ background: '#fff' }).resize(300).rotate(8, { background: '#fff' }).toBuffer()
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#b8a58c' } })
    .composite([{ input: code, left: 150, top: 70 }])
    .jpeg({ quality: 80 })
    .toBuffer()
  const file = join(mkdtempSync(join(tmpdir(), 'door-')), 'code.mjpeg')
  writeFileSync(file, picture)
  const found = await findBrowser()
  const browser = await chromium.launch({
    ...found,
    env: Object.fromEntries(Object.entries(found.env).filter((e): e is [string, string] => e[1] !== undefined)),
    args: [
      ...found.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
  })
  try {
    const phone = await browser.newPage({
      ...(baseURL ? { baseURL } : {}),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      reducedMotion: 'reduce',
    })
    await signIn(phone)
    await openCheckIn(phone, 'Door camera')
    await expect(phone.locator('.door-count')).toContainText('0 / 1')
    await phone.getByRole('button', { name: 'Scan with camera' }).press('Enter')
    await expect(phone.locator('.door-result')).toContainText('Checked in', { timeout: 30_000 })
    await expect(phone.locator('.door-result')).toContainText('M. C.')
    await expect(phone.locator('.door-result')).not.toContainText('Chan')
    await expect(phone.locator('.door-count')).toContainText('1 / 1')
    expect(await seriousFaults(phone)).toEqual([])
    expect(await noScroll(phone)).toBe(true)
    // The code stays in view, and the page must not report "already checked in".
    await phone.waitForTimeout(2_500)
    await expect(phone.locator('.door-result')).toContainText('Checked in')
    await expect(phone.locator('.door-recent li')).toHaveCount(1)
    await phone.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect(phone.locator('.door-recent')).toContainText('Undone')
    await expect(phone.locator('.door-count')).toContainText('0 / 1')
  } finally {
    await browser.close()
  }
})

test('offline check-ins use the list, survive a reload, and are all sent afterwards, once', async ({ page, context, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const { codes } = await guest(page, baseURL ?? '', 'offline', 3)
  const [one, two, three] = codes.map(({ short }) => short)
  await openCheckIn(page, 'Door offline')
  await type(page, one ?? '')
  await expect(page.locator('.door-result')).toContainText('Checked in')
  await expect(page.locator('.door-result')).toContainText('Place 1 of 3')
  // The page and the code reader are in the service worker's cache.
  await waitForOfflineCache(page)
  expect(await page.evaluate(async () => (await (await caches.open('stoa-offline')).keys()).map(({ url }) => url))).toContainEqual(
    expect.stringMatching(/\.wasm$/),
  )
  await context.setOffline(true)
  await type(page, two ?? '')
  await expect(page.locator('.door-result')).toContainText('Saved offline')
  await expect(page.locator('.door-result')).toContainText('Checked in')
  await expect(page.locator('.door-net')).toContainText('1 to sync')
  await expect(page.locator('.door-count')).toContainText('2 / 3')
  await type(page, one ?? '')
  await expect(page.locator('.door-result')).toContainText('Already checked in')
  await type(page, '1234567890123456789')
  await expect(page.locator('.door-result')).toContainText('Not on the list of this device')
  expect(await seriousFaults(page)).toEqual([])
  expect(await noScroll(page)).toBe(true)
  await page.reload()
  await expect(page.locator('.door-net')).toContainText('3 to sync')
  await expect(page.locator('.door-count')).toContainText('2 / 3')
  await expect(page.locator('.door-net')).toContainText('Offline')
  await type(page, two ?? '')
  await expect(page.locator('.door-result')).toContainText('Already checked in')
  await context.setOffline(false)
  await expect(page.locator('.door-net')).toContainText('Connected', { timeout: 30_000 })
  await expect(page.locator('.door-net')).not.toContainText('to sync')
  await expect(page.locator('.door-count')).toContainText('2 / 3')
  const { data } = await (await page.request.get('/api/admin/booking_checkin?offline=1&fields=*')).json()
  expect(data.map(({ result }: { result: string }) => result).sort()).toEqual(['already', 'already', 'ok', 'unknown'])
  // A barcode scanner with the focus anywhere: fast keys and Enter.
  await page.locator('h1').click()
  await scan(page, three ?? '')
  await expect(page.locator('.door-result')).toContainText('Place 3 of 3')
  await expect(page.locator('.door-count')).toContainText('3 / 3')
})

test('a guest without a code is found by name, and a code of another event is rejected', async ({ page, baseURL }) => {
  await signIn(page)
  const here = await guest(page, baseURL ?? '', 'byname', 1)
  const other = await guest(page, baseURL ?? '', 'elsewhere', 1)
  expect(here.codes).toHaveLength(1)
  await openCheckIn(page, 'Door byname')
  await type(page, other.codes[0]?.short ?? '')
  await expect(page.locator('.door-result')).toContainText('Another event')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'By name' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name or booking number').pressSequentially('chan')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Check in' }).press('Enter')
  await expect(page.locator('.door-result')).toContainText('Checked in')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Badges' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('Badges.pdf')
})

test('check-in is installed as an app of its own, and opens offline after one visit', async ({ page, context, baseURL }) => {
  await signIn(page)
  await guest(page, baseURL ?? '', 'installed', 1)
  await openCheckIn(page, 'Door installed')
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await (await page.request.get(address ?? '')).json()
  expect(manifest).toMatchObject({ start_url: '/admin/booking/history/scanner', display: 'standalone' })
  expect((await page.request.get(manifest.icons[0].src)).headers()['content-type']).toContain('image/svg')
  await waitForOfflineCache(page)
  await page.close()
  await context.setOffline(true)
  // Like opening the app from the icon on a phone: a new window with the manifest's start URL.
  const again = await context.newPage()
  await again.goto(manifest.start_url)
  await expect(again.locator('.door-choice')).toContainText('Door installed')
  await expect(again.locator('.door-net')).toContainText('Offline')
  await expect(again.locator('.door-count')).toContainText('0 / 1')
  expect(await seriousFaults(again)).toEqual([])
})
