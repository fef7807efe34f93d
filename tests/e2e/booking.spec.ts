// of plugins/booking plugins/sales plugins/calendar
import { begin, open, PLACE, seriousFaults, signIn } from './support.ts'
import { expect, type Page, test } from './test.ts'

// The demo shop's events: free half hours, and a class for twelve.
const FREE = '/event/detail/first-visit'
const CLASS = '/event/detail/gongfu-class'

const visitors = [
  {
    language: 'en-US',
    width: 1280,
    labels: [
      'Next month',
      'First name',
      'Last name',
      'Email',
      'Book',
      'Booking confirmed',
      'View booking',
      'Reschedule',
      'Confirm new time',
      'Cancel booking',
      'Canceled',
    ],
  },
  {
    language: 'zh-HK',
    width: 390,
    labels: ['下個月', '名字', '姓氏', '電郵', '預約', '預約成功', '查看預約', '改期', '確認改期', '取消預約', '已取消'],
  },
  {
    language: 'zh-CN',
    width: 390,
    labels: ['下个月', '名字', '姓氏', '邮箱', '预约', '预约成功', '查看预约', '改期', '确认改期', '取消预约', '已取消'],
  },
] as const

/** Opens the next month and presses Enter on one of its free days, counted from the end. */
async function chooseDay(page: Page, next: string, fromEnd: number): Promise<void> {
  await page.getByRole('button', { name: next }).press('Enter')
  const days = page.locator('.month-day[aria-disabled=false]')
  await expect(page.locator('.month table')).toHaveAttribute('aria-busy', 'false')
  await days.nth(-fromEnd).press('Enter')
}

/** The first day of the month after this one, in the format of a date field. */
function firstOfNextMonth(): string {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return `${String(first.getUTCMonth() + 1).padStart(2, '0')}01${first.getUTCFullYear()}`
}

const noScroll = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

for (const [nth, { language, width, labels }] of visitors.entries()) {
  test(`a free event is booked, rescheduled and canceled by keyboard alone, in ${language}`, async ({ page }) => {
    const [next, first, last, email, book, booked, look, another, move, cancel, canceled] = labels
    await page.setViewportSize({ width, height: 900 })
    await open(page, `/${language}${FREE}`)
    await chooseDay(page, next, 1 + nth)
    await page.locator('.time-button').first().press('Enter')
    await expect(page.locator('.event-details h2')).toBeFocused()
    expect(await seriousFaults(page)).toEqual([])
    expect(await noScroll(page)).toBe(true)
    await page.getByLabel(first).pressSequentially('May')
    await page.getByLabel(last).pressSequentially('Chan')
    await page.getByLabel(email).pressSequentially('no address')
    await page.getByRole('button', { name: book, exact: true }).press('Enter')
    await expect(page.getByLabel(email)).toBeFocused()
    await page.getByLabel(email).press('Control+A')
    await page.getByLabel(email).pressSequentially(`may-${nth}@shop.test`)
    await page.getByLabel(email).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(booked)
    expect(await seriousFaults(page)).toEqual([])
    expect(await noScroll(page)).toBe(true)
    await page.getByRole('link', { name: look }).press('Enter')
    await page.getByRole('button', { name: another }).press('Enter')
    await chooseDay(page, next, 4 + nth)
    await page.locator('.time-button').last().press('Enter')
    await expect(page.locator('.booking-move s')).toBeVisible()
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: move }).press('Enter')
    await expect(page.locator('.lead time')).toContainText('12:30')
    await page.getByRole('button', { name: cancel }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: cancel }).press('Enter')
    await expect(page.locator('.booking-status')).toHaveText(canceled)
    expect(await noScroll(page)).toBe(true)
  })
}

test('a time can be selected at once: the month is visible, and on a phone one tap away', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, CLASS)
  await expect(page.locator('.month-day').last()).toBeInViewport()
  await page.setViewportSize({ width: 390, height: 844 })
  const link = page.getByRole('link', { name: 'Choose a time' })
  await expect(link).toBeInViewport({ ratio: 1 })
  await link.click()
  await expect(page.getByRole('heading', { name: 'Choose a time' })).toBeFocused()
  await expect(page.locator('.month-day').last()).toBeInViewport()
})

test('with reduced motion a pressed button changes color without a transition', async ({ page }) => {
  await open(page, FREE)
  await chooseDay(page, 'Next month', 2)
  const moving = await page
    .locator('.time-button')
    .first()
    .evaluate(async (time: HTMLElement) => {
      time.click()
      await new Promise(requestAnimationFrame)
      return [time.ariaPressed, ...document.getAnimations().map((animation) => (animation as CSSTransition).transitionProperty)]
    })
  expect(moving).toEqual(['true'])
})

test('a visitor in another time zone sees the local time next to the event time', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ timezoneId: 'America/New_York', reducedMotion: 'reduce', ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await open(page, FREE)
  await chooseDay(page, 'Next month', 2)
  await page.locator('.time-button', { hasText: '10:00' }).press('Enter')
  await expect(page.locator('.event-details h2')).toContainText('10:00–10:30 Hong Kong')
  await expect(page.locator('.event-details')).toContainText('Your local time:')
  await expect(page.locator('.event-details .own-time')).toContainText('21:00')
  await context.close()
})

test('a paid event is held, paid at the checkout of the shop, and listed in its order', async ({ page }) => {
  await open(page, CLASS)
  await page.getByRole('button', { name: 'Add one place' }).press('Enter')
  await chooseDay(page, 'Next month', 1)
  await expect(page.locator('.time-button').first()).toContainText('12 left')
  await page.locator('.time-button').first().press('Enter')
  await page.getByRole('button', { name: /^Go to checkout · HK\$1,?040\.00$/ }).press('Enter')
  await expect(page).toHaveURL(/\/checkout$/)
  await expect(page.locator(PLACE)).toBeVisible()
  await page.getByLabel('Email').pressSequentially('class@shop.test')
  await page.getByLabel('First name').pressSequentially('Kim')
  await page.getByLabel('Last name').pressSequentially('Lee')
  await page.locator('#checkout-payment_method input').first().press('Space')
  await page.locator(PLACE).press('Enter')
  await expect(page).toHaveURL(/\/order\/success\?order=/)
  await page.getByRole('link', { name: 'Follow' }).or(page.locator('.result-links .button-main')).first().press('Enter')
  await expect(page.getByRole('heading', { name: 'Bookings' })).toBeVisible()
  await page.locator('.account-orders a').first().press('Enter')
  await expect(page.locator('.booking-status')).toHaveText('Awaiting confirmation')
})

test('an event page can be read without scripts, and an invalid booking link shows an error', async ({ browser, baseURL, page }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const plain = await context.newPage()
  await plain.goto(FREE)
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('Find your tea')
  await expect(plain.locator('.facts')).toContainText('Free')
  expect(await (await page.request.get('/event/detail/gongfu-class')).text()).toContain('JavaScript is required to choose a time.')
  await plain.goto('/event')
  await expect(plain.locator('.offer-card')).toHaveCount(4)
  await context.close()
  await open(page, '/booking/detail/first-visit?token=BK1.forged')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking not found')
  await expect(page.getByRole('link', { name: 'Go to home page' })).toBeVisible()
})

test('staff book for a caller, see the booking in the calendar, and reschedule it', async ({ page }) => {
  await signIn(page)
  await page.goto('/admin/booking/history')
  await page.getByRole('button', { name: 'Add booking' }).press('Enter')
  await page.getByLabel('Event').selectOption({ label: 'Find your tea' })
  // A future weekday has all its times, independent of the current hour. A weekend has none and offers the next day.
  await page.getByLabel('Date').pressSequentially(firstOfNextMonth())
  const offered = page.locator('.booking-times button')
  await expect(offered.first()).toBeVisible()
  if (await page.getByText('No times').isVisible()) await offered.first().press('Enter')
  await page.locator('.booking-times button', { hasText: '10:00' }).press('Enter')
  await page.getByLabel('First name').pressSequentially('Wong')
  await page.getByLabel('Email').pressSequentially('caller@shop.test')
  expect(await seriousFaults(page)).toEqual([])
  await page.getByLabel('Email').press('Enter')
  await expect(page).toHaveURL(/\/admin\/booking\/history\/\d+$/)
  await expect(page.locator('.doc-head')).toContainText('Approved')
  expect(await seriousFaults(page)).toEqual([])
  const before = await page.locator('.booking-when').textContent()
  await begin(page, 'Reschedule')
  const dialog = page.getByRole('dialog')
  await dialog.locator('.booking-times button').last().press('Enter')
  expect(await seriousFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Reschedule' }).press('Enter')
  await expect(page.locator('.booking-when')).not.toHaveText(before ?? '')
  await page.goto('/admin/calendar')
  await expect(page.getByText('Wong · Find your tea').first()).toBeVisible()
})
