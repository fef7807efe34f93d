import { type Shape, t } from 'stoa'
import { EXCLUSION_REASONS } from './domain/audience.ts'

/** Response types of the broadcast API. Screens import the types alone, not the schemas. */

/** The audience types that are installed, with the input that each asks for. */
export const AudienceKinds = t.object({
  data: t.list(
    t.object({
      kind: t.text(),
      title: t.text(),
      inputs: t.list(
        t.object({
          name: t.text(),
          kind: t.pick(['rows', 'pick', 'day', 'filter']),
          label: t.text(),
          optional: t.flag(),
          of: t.optional(t.text('Resource whose rows are chosen or filtered')),
          options: t.optional(t.list(t.object({ value: t.text(), label: t.text() }))),
        }),
      ),
    }),
  ),
})
export type AudienceKinds = Shape<typeof AudienceKinds>

/** The recipient count, and the number of excluded people by reason. */
export const AudienceCount = t.object({ to_send: t.int(), left_out: t.list(t.object({ why: t.pick(EXCLUSION_REASONS), count: t.int() })) })
export type AudienceCount = Shape<typeof AudienceCount>

/** The message as a sample recipient gets it. */
export const Preview = t.object({
  language: t.text(),
  reader: t.text('Name and address of the sample recipient'),
  subject: t.text(),
  html: t.text(),
  text: t.text(),
})
export type Preview = Shape<typeof Preview>

const EngagementCount = t.object({ total: t.int(), people: t.int() })

/** The results of a broadcast. */
export const History = t.object({
  id: t.id(),
  title: t.text(),
  channel: t.pick(['email', 'sms']),
  status: t.text(),
  topic: t.text(),
  send_at: t.maybe(t.dateTime()),
  started_at: t.maybe(t.dateTime()),
  finished_at: t.maybe(t.dateTime()),
  last_error: t.text(),
  tracked: t.flag(),
  recipients: t.int(),
  statuses: t.list(t.object({ status: t.text(), reason: t.text(), count: t.int() })),
  left_out: t.list(t.object({ why: t.pick(EXCLUSION_REASONS), count: t.int() })),
  opens: EngagementCount,
  clicks: EngagementCount,
  soft_bounces: t.int(),
  hard_bounces: t.int(),
  complaints: t.int(),
  unsubscribes: t.int(),
  links: t.list(t.object({ url: t.text(), total: t.int(), people: t.int() })),
  hours: t.list(t.object({ at: t.dateTime(), sent: t.int(), opened: t.int(), clicked: t.int() })),
  resend_of: t.maybe(t.object({ id: t.id(), title: t.text() })),
  resends: t.list(t.object({ id: t.id(), title: t.text(), status: t.text() })),
})
export type History = Shape<typeof History>
