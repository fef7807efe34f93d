import { type Shape, t } from 'stoa'
import { stepStatuses } from './resources/approval.ts'

/** JSON types of approvals. Screens import the types alone, not the schemas. */

/** One approval step of a request. */
export const Step = t.object({
  id: t.id(),
  role: t.text('The account that has to decide.'),
  status: t.pick(stepStatuses),
  since: t.maybe(t.dateTime('When the request was opened.')),
  who: t.maybe(t.text('The account that decided.')),
  stood_for: t.maybe(t.text('The account it was decided for, when that account was away.')),
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
  about: t.text('Subject and reason; blank when the title says it.'),
  amount: t.maybe(t.money('In the base currency.')),
  link: t.text('A path under /admin.'),
  asker: t.maybe(t.text('Null when the system made the request.')),
  asked_at: t.dateTime(),
  since: t.dateTime('When the current step was opened, or when the request was made.'),
  status: t.text(),
  reason: t.text(),
  decidable: t.flag('Whether the caller may decide the current step.'),
  own: t.flag("Whether it is the caller's own request, which another account has to decide."),
  withdrawable: t.flag(),
  stands_for: t.maybe(t.text('The account the caller decides for, if not the caller.')),
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
