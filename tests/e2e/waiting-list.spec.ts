// of plugins/booking
import { mailed, staff } from './emailed-links.ts'
import { open, seriousFaults } from './support.ts'
import { type APIRequestContext, expect, type Page, test } from './test.ts'

/** The date in this many days, in the time zone of the demo shop, Hong Kong. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Hong_Kong' }).format(new Date(Date.now() + days * 86_400_000))

const guest = (name: string) => ({ first_name: name, last_name: 'Lau', email: `${name.toLowerCase()}@wait.test` })

/** Creates an event with one place a day at ten, and a booking for it in three days. Returns the function that cancels the booking. */
async function createFullEvent(request: APIRequestContext, url: string): Promise<() => Promise<void>> {
  const hours = [{ weekdays: [1, 2, 3, 4, 5, 6, 7], starts: '10:00', ends: '11:00' }]
  const event = await staff(request, 'post', 'event', {
    ...{ title: 'Tea for one', url, kind: 'session', duration: 60, capacity: 1, max_quantity: 1, waiting: true, hours },
  })
  const booked = await request.post('/api/event/booking', {
    data: { event_id: event.id, date: dayIn(3), time: '10:00', ...guest('First') },
  })
  expect(booked.ok(), await booked.text()).toBe(true)
  const { token } = await booked.json()
  return async () => expect((await request.post('/api/booking/guest_cancel', { data: { token } })).ok()).toBe(true)
}

/** The message after joining, whether the address is already on the list or not. */
const JOINED = 'This address is on the waiting list. We will email it when a place is available.'

/** Joins the waiting list of the only full time by keyboard. */
async function wait(page: Page, url: string, name: string, expectedText: string): Promise<void> {
  await open(page, `/event/detail/${url}`)
  await page.getByText('Full times: 1').press('Enter')
  await page.locator('.event-full .time-button').press('Enter')
  const form = page.locator('.event-full form')
  const { first_name, last_name, email } = guest(name)
  await form.getByLabel('First name').pressSequentially(first_name)
  await form.getByLabel('Last name').pressSequentially(last_name)
  await form.getByLabel('Email').pressSequentially(email)
  await page.keyboard.press('Enter')
  await expect(page.locator('.event-full output')).toHaveText(expectedText)
}

test('a customer joins the waiting list of a full session, is emailed when a place frees, and takes it by the link', async ({
  page,
  request,
}) => {
  const callOff = await createFullEvent(request, 'tea-for-one')
  await wait(page, 'tea-for-one', 'Mei', JOINED)
  expect(await seriousFaults(page)).toEqual([])
  await wait(page, 'tea-for-one', 'Siu', JOINED)
  await wait(page, 'tea-for-one', 'Mei', JOINED)

  await callOff()
  const link = await mailed(request, 'mei@wait.test', await subjectTo(request, 'mei@wait.test'))
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, link)
  await expect(page.locator('.booking-status')).toHaveText('A place is available for you')
  await expect(page.getByText(/^Held for you until/)).toBeVisible()
  expect(await seriousFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept place' }).press('Enter')
  await expect(page).toHaveURL(/\/event\/detail\/success/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking confirmed')
  await open(page, link)
  await expect(page.locator('.booking-status')).toHaveText('You accepted the place')
  await expect(page.getByRole('button', { name: 'Accept place' })).toHaveCount(0)
})

test('a released place is offered to the next person, and a changed link opens nothing', async ({ page, request }) => {
  const callOff = await createFullEvent(request, 'tea-for-another')
  await wait(page, 'tea-for-another', 'Ann', JOINED)
  await wait(page, 'tea-for-another', 'Bob', JOINED)
  await callOff()
  const link = await mailed(request, 'ann@wait.test', await subjectTo(request, 'ann@wait.test'))
  await open(page, link)
  await page.getByRole('button', { name: 'Leave waiting list' }).press('Enter')
  await expect(page.locator('.booking-status')).toHaveText('No longer on the waiting list')
  await open(page, await mailed(request, 'bob@wait.test', await subjectTo(request, 'bob@wait.test')))
  await expect(page.locator('.booking-status')).toHaveText('A place is available for you')

  await open(
    page,
    link.replace(/.(?=.{6}$)/, (email) => (email === 'a' ? 'b' : 'a')),
  )
  await expect(page.getByRole('alert')).toContainText('Booking not found')
  expect(await seriousFaults(page)).toEqual([])
})

/** The subject of the mail that offers a place; a job sends it. */
async function subjectTo(request: APIRequestContext, email: string): Promise<string> {
  let subject = ''
  await expect(async () => {
    const { data } = (await staff(request, 'get', `mail?q=${encodeURIComponent(email)}&fields=*`)) as { data: { subject: string }[] }
    subject = data.find((mail) => mail.subject.startsWith('A place is available'))?.subject ?? ''
    expect(subject).not.toBe('')
  }).toPass()
  return subject
}
