import { type Shape, t } from 'stoa'
import { Address } from './api-types.ts'

/** Responses of the admin API. Pages import only the types. */

/** Facts about a person beside the record itself. */
export const PersonFacts = t.object({
  person: t.object({ id: t.id(), email: t.maybe(t.text()), erased_at: t.maybe(t.dateTime()) }),
  identities: t.list(t.object({ id: t.id(), kind: t.pick(['email', 'phone']), value: t.text(), verified_at: t.maybe(t.dateTime()) })),
  consents: t.list(
    t.object({
      id: t.id(),
      address: t.text('The hash of the address, for an erased person.'),
      channel: t.text(),
      topic: t.text(),
      state: t.pick(['subscribed', 'unsubscribed', 'suppressed']),
      reason: t.text(),
      source: t.text(),
      at: t.dateTime(),
    }),
  ),
  customers: t.list(t.object({ id: t.id(), email: t.text(), enabled: t.flag() })),
  addresses: t.list(Address),
})
export type PersonFacts = Shape<typeof PersonFacts>

/** An entry of a person's timeline. */
export const TimelineEntry = t.object({
  id: t.id(),
  occurred_at: t.dateTime(),
  plugin: t.text('The plugin that recorded it.'),
  type: t.text('Code of the event type.'),
  subject_type: t.maybe(t.text()),
  subject_id: t.maybe(t.id()),
  actor_kind: t.pick(['admin', 'customer', 'guest', 'system']),
  actor: t.maybe(t.text('Name of the staff account.')),
  summary: t.text(),
  amount: t.maybe(t.money()),
  currency: t.maybe(t.text()),
})
export type TimelineEntry = Shape<typeof TimelineEntry>

/** A page of a person's timeline, newest first. */
export const TimelinePage = t.object({
  data: t.list(TimelineEntry),
  counts: t.list(t.object({ plugin: t.text(), name: t.text(), type: t.text(), n: t.int('Number of entries.') })),
  next: t.maybe(t.text('Cursor of the next page, for `after`.')),
})
export type TimelinePage = Shape<typeof TimelinePage>
