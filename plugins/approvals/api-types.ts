import { type Shape, t } from 'stoa'
import { stepStatuses } from './resources/approval.ts'

/** JSON types of approvals. Screens import the types alone, not the schemas. */

/** One approval step of a request. */
export const Step = t.object({
  id: t.id(),
  role: t.text('Whose decision it is.'),
  status: t.pick(stepStatuses),
  since: t.maybe(t.dateTime('When it began to wait.')),
  who: t.maybe(t.text('Who decided.')),
  stood_for: t.maybe(t.text('For whom, when that was somebody who was away.')),
  decided_at: t.maybe(t.dateTime()),
  reason: t.text(),
})
export type Step = Shape<typeof Step>

/** An approval request. */
export const Request = t.object({
  id: t.id(),
  kind: t.text(),
  kind_title: t.text(),
  title: t.text(),
  about: t.text('For whom and why, as it stands; empty where the title says it.'),
  amount: t.maybe(t.money('In the base currency.')),
  link: t.text('A path under /admin.'),
  asker: t.maybe(t.text('Null when the product asked by itself.')),
  asked_at: t.dateTime(),
  since: t.dateTime('When the step that is open began to wait, or the request was asked.'),
  status: t.text(),
  reason: t.text(),
  decidable: t.flag('Whether this person may decide the step that is open.'),
  own: t.flag('Whether it is their own request, which somebody else has to decide.'),
  withdrawable: t.flag(),
  stands_for: t.maybe(t.text('Whose seat they would decide from, when not their own.')),
  steps: t.list(Step),
})
export type Request = Shape<typeof Request>

/** A delegation to the actor from an absent colleague. */
export const Delegation = t.object({ name: t.text(), until: t.day() })
export type Delegation = Shape<typeof Delegation>

export const tabs = ['mine', 'asked', 'decided'] as const

/** A page of requests. */
export const Requests = t.object({
  data: t.list(Request),
  total: t.int(),
  stands_for: t.list(Delegation),
})
export type Requests = Shape<typeof Requests>

/** A possible deputy of the caller. */
export const Deputy = t.object({ id: t.id(), name: t.text() })
export type Deputy = Shape<typeof Deputy>
