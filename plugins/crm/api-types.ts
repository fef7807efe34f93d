import { type Shape, t } from 'stoa'
import { FormView, Gift } from 'stoa/plugins/forms'
import { stageKinds } from './domain/sources.ts'

/** Response types of the CRM API. Screens import the types alone, not the schemas. */

const BoardStage = t.object({
  id: t.id(),
  title: t.text(),
  kind: t.pick(stageKinds),
  rot_days: t.maybe(t.int()),
  count: t.int('Number of visible leads in the stage.'),
  amount: t.money('Total value of these leads.'),
})

/** The columns of a funnel's board. The cards come from the list of leads. */
export const FunnelBoard = t.object({ id: t.id(), title: t.text(), status: t.text(), stages: t.list(BoardStage) })
export type FunnelBoard = Shape<typeof FunnelBoard>

/** Answer of `GET /api/funnel/{url}`. */
export const FunnelView = t.object({
  id: t.id(),
  url: t.text(),
  title: t.text(),
  content: t.text('HTML.'),
  form: t.maybe(FormView),
  needs_account: t.flag('Its form requires an account.'),
  problems: t.optional(t.record(t.list(t.text()))),
})
export type FunnelView = Shape<typeof FunnelView>

/** Answer of `POST /api/funnel/{url}`. */
export const Entered = t.object({
  status: t.is('received'),
  success_message: t.text('Blank for the default text.'),
  gifts: t.list(Gift),
  gifts_mailed: t.optional(t.flag('Items are sent to the submitted address only.')),
})
export type Entered = Shape<typeof Entered>

/** Possible duplicates of a contact. */
export const Alike = t.object({
  data: t.list(
    t.object({ id: t.id(), name: t.text(), email: t.maybe(t.text()), phone: t.maybe(t.text()), by: t.pick(['email', 'phone']) }),
  ),
})
export type Alike = Shape<typeof Alike>

/** Every step of a lead, newest first, and the age of the lead. */
export const LeadHistory = t.object({
  age_seconds: t.int('Time since its first stage.'),
  data: t.list(
    t.object({
      id: t.id(),
      from: t.maybe(t.text()),
      to: t.text(),
      kind: t.pick(stageKinds),
      by: t.text(),
      at: t.dateTime(),
      seconds_in_from: t.int('Time in the previous stage.'),
      note: t.text(),
    }),
  ),
})
export type LeadHistory = Shape<typeof LeadHistory>

/** The order of a lead. */
export const LeadOrder = t.object({
  number: t.maybe(t.text()),
  order_id: t.maybe(t.id('For those who may read orders.')),
  status: t.maybe(t.text()),
  may_open: t.flag('Whether the caller can create one now.'),
})
export type LeadOrder = Shape<typeof LeadOrder>

/** Related data of a contact, beside the record itself. */
export const ContactView = t.object({
  person_id: t.maybe(t.id()),
  leads: t.list(
    t.object({
      id: t.id(),
      title: t.text(),
      number: t.text(),
      funnel_id: t.id(),
      funnel: t.text(),
      stage: t.text(),
      status: t.text(),
      amount: t.maybe(t.money()),
    }),
  ),
  steps: t.list(
    t.object({ id: t.id(), lead_id: t.id(), lead: t.text(), to: t.text(), kind: t.pick(stageKinds), by: t.text(), at: t.dateTime() }),
  ),
  merged: t.maybe(t.object({ name: t.text(), at: t.dateTime() })),
})
export type ContactView = Shape<typeof ContactView>

/** Number of contacts in a group. */
export const Members = t.object({ count: t.int(), query: t.record(t.text('Filter of the contact list.')) })
export type Members = Shape<typeof Members>
