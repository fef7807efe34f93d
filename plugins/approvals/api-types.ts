import { type Shape, t } from 'stoa'
import { stepStatuses } from './resources/approval.ts'

/** The JSON of approvals, as it crosses the wire. Pages import the types alone. */

/** One decision of a request. */
export const Step = t.object({
  id: t.id(),
  role: t.text('Whose decision it is.'),
  status: t.pick(stepStatuses),
  since: t.maybe(t.when('When it began to wait.')),
  who: t.maybe(t.text('Who decided.')),
  stood_for: t.maybe(t.text('For whom, when that was somebody who was away.')),
  decided_at: t.maybe(t.when()),
  reason: t.text(),
})
export type Step = Shape<typeof Step>

/** A request as people decide about it. */
export const Request = t.object({
  id: t.id(),
  kind: t.text(),
  kind_title: t.text(),
  title: t.text(),
  about: t.text('For whom and why, as it stands; empty where the title says it.'),
  amount: t.maybe(t.money('In the base currency.')),
  link: t.text('A path under /admin.'),
  asker: t.maybe(t.text('Null when the product asked by itself.')),
  asked_at: t.when(),
  since: t.when('When the step that is open began to wait, or the request was asked.'),
  status: t.text(),
  reason: t.text(),
  decidable: t.flag('Whether this person may decide the step that is open.'),
  own: t.flag('Whether it is their own request, which somebody else has to decide.'),
  withdrawable: t.flag(),
  stands_for: t.maybe(t.text('Whose seat they would decide from, when not their own.')),
  steps: t.list(Step),
})
export type Request = Shape<typeof Request>

/** Something this person does for somebody who is away. */
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

/** Who could stand in for the caller. */
export const Deputy = t.object({ id: t.id(), name: t.text() })
export type Deputy = Shape<typeof Deputy>
