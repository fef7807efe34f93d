import { defineResource, f, isTimeZone, message, type SavedRecord, sql, type ValidatedInput, validationError } from 'stoa'
import { MOST_PRICE } from 'stoa/plugins/catalogue'
import { eventKinds } from '../domain/times.ts'
import { bookingResource } from './resource.ts'
import { eventPage } from '../api-types.ts'
import { eventException, eventHours } from './plan.ts'

/** Refund percentage of a cancellation a number of minutes before the start. */
export const refundStep = defineResource({
  name: 'event_refund_step',
  verbs: [],
  label: 'before',
  fields: {
    event_id: f.one('event', { readOnly: true, sheet: false }),
    before: f.duration(),
    percent: f.percent({ min: 0, max: 100 }),
  },
})

const DAYS = 60 * 24
const inTimesGroup = { group: 'times' } as const
const rules = { group: 'rules' } as const
const questions = { group: 'questions' } as const

/** Default hours of a new event: without any, the store would show an empty calendar. */
const openingWeek = [{ weekdays: [1, 2, 3, 4, 5], starts: '09:00', ends: '17:00' }]

const fields = {
  title: f.text({ localized: true, list: 1, sort: true, search: true }),
  url: f.slug({ unique: true, slugOf: 'title', search: true }),
  category_id: f.maybe(f.one('event_category', { list: 2, filter: true })),
  kind: f.pick(eventKinds, { default: 'appointment', list: 3, filter: true }),
  price: f.money({ default: '0.00', min: 0, max: MOST_PRICE, list: 4, sort: true }),
  short_description: f.maybe(f.rich({ localized: true, small: true })),
  content: f.maybe(f.rich({ localized: true })),
  location: f.maybe(f.text({ localized: true, maxLength: 300 })),
  duration: f.duration({
    default: 60,
    min: 5,
    max: 14 * DAYS,
    list: 5,
    ...inTimesGroup,
    showIf: { field: 'kind', in: ['appointment', 'session'] },
  }),
  slot_interval: f.duration({ default: 30, min: 5, max: DAYS, ...inTimesGroup, showIf: { field: 'kind', in: ['appointment'] } }),
  hours: f.rows(eventHours, { by: 'event_id', default: openingWeek, ...inTimesGroup }),
  exceptions: f.rows(eventException, { by: 'event_id', ...inTimesGroup }),
  resources: f.many(bookingResource.name, { through: 'event_booking_resource', ...inTimesGroup }),
  buffer_before: f.duration({ default: 0, max: DAYS, ...inTimesGroup }),
  buffer_after: f.duration({ default: 0, max: DAYS, ...inTimesGroup }),
  time_zone: f.maybe(f.text({ maxLength: 60, widget: 'time-zone', ...inTimesGroup })),
  capacity: f.int({ default: 1, min: 1, max: 100_000, list: 6, ...rules }),
  max_quantity: f.int({ default: 1, min: 1, max: 1_000, ...rules }),
  notice: f.duration({ default: 120, max: 365 * DAYS, ...rules }),
  advance_days: f.int({ default: 90, min: 0, max: 730, ...rules }),
  hold: f.duration({ default: 15, min: 5, max: DAYS, ...rules }),
  needs_approval: f.flag({ default: false, filter: true, ...rules }),
  reschedule_until: f.duration({ default: DAYS, max: 365 * DAYS, ...rules }),
  max_reschedules: f.int({ default: 3, min: 0, max: 100, ...rules }),
  cancel_until: f.duration({ default: DAYS, max: 365 * DAYS, ...rules }),
  refund_steps: f.rows(refundStep, { by: 'event_id', ...rules }),
  remind_before: f.duration({ default: DAYS, max: 30 * DAYS, ...rules }),
  one_per_person: f.flag({ default: false, ...rules }),
  waiting: f.flag({ default: true, showIf: { field: 'kind', in: ['session', 'day'] }, ...rules }),
  offer_hold: f.duration({ default: 720, min: 10, max: 14 * DAYS, showIf: { field: 'kind', in: ['session', 'day'] }, ...rules }),
  files_max: f.int({ default: 0, min: 0, max: 20, ...rules }),
  form_id: f.maybe(f.one('form', { ifInstalled: true, ...questions })),
  ask_phone: f.pick(['no', 'optional', 'required'], { default: 'no', ...questions }),
  attendance: f.flag({ default: false, filter: true, group: 'door' }),
  checkin_opens: f.duration({ default: 60, max: 2 * DAYS, group: 'door' }),
  checkin_closes: f.duration({ default: 0, max: 2 * DAYS, group: 'door' }),
  visibled: f.flag({ default: true, list: 7, filter: true, inline: true, batch: true, group: 'side' }),
  order: f.int({ default: 0, sort: true, group: 'side' }),
  image: f.maybe(f.image({ group: 'side' })),
  meta_title: f.maybe(f.text({ localized: true, group: 'seo' })),
  meta_short_description: f.maybe(f.area({ localized: true, maxLength: 500, group: 'seo' })),
}

/** A bookable event. */
export const event = defineResource({
  name: 'event',
  path: 'booking/event',
  match: 'url',
  sortBy: 'order',
  locked: true,
  verbs: ['get', 'create', 'update', 'destroy', 'clone', 'batch update', 'import', 'export'],
  tabs: { main: ['main', 'side'], times: ['times'], questions: ['questions'], rules: ['rules', 'door'], seo: ['seo'] },
  fields,
  publicView: { page: eventPage },
  hooks: {
    beforeValidate: ({ mode, input }) => {
      if (mode === 'create') input.hours ??= openingWeek
    },
    validate: check,
    afterSave: saved,
    canDelete: async ({ tx, row }) =>
      (await tx.one(sql`select 1 from booking where event_id = ${row.id} limit 1`)) ? message('booking:error.was_booked') : true,
  },
  copy: (row, copied) => ({ ...copied, url: `${String(row.url)}-copy`, visibled: false }),
})

/** Reserved path segments: `/event/detail/success`. */
const RESERVED_URLS = new Set(['success', 'cancel', 'fail'])

async function check({ tx, old, input }: ValidatedInput<typeof fields>): Promise<void> {
  if (input.time_zone && !isTimeZone(input.time_zone)) throw validationError({ time_zone: message('core:rule.time_zone') })
  if (input.url !== undefined && RESERVED_URLS.has(input.url)) throw validationError({ url: message('booking:error.reserved') })
  const { capacity, max_quantity } = { ...old, ...input }
  if (capacity !== undefined && max_quantity !== undefined && max_quantity > capacity)
    throw validationError({ max_quantity: message('booking:error.max_quantity', { count: capacity }) })
  if (!old || input.capacity === undefined || input.capacity >= old.capacity) return
  const most = await tx.one<{ taken: number }>(sql`select coalesce(max(taken), 0) as taken from booking_session
    where event_id = ${Number((old as { id?: number }).id)} and starts_at > now()`)
  if (most && most.taken > input.capacity) throw validationError({ capacity: message('booking:error.taken', { count: most.taken }) })
}

/** Future sessions follow the event's capacity, unless staff changed theirs. */
async function saved({ tx, id, old, input }: SavedRecord<typeof fields>): Promise<void> {
  if (!old || input.capacity === undefined || input.capacity === old.capacity) return
  tx.invalidate('booking_session')
  await tx.run(sql`update booking_session set capacity = ${input.capacity}, version = version + 1, updated_at = now()
    where event_id = ${id} and starts_at > now() and capacity = ${old.capacity}`)
}
