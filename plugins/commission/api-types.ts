import { type Shape, t } from 'stoa'

/** What accounts earned in the last complete quarter by the rules of a group, and would have earned by others. */
export const WhatIfView = t.object({
  from: t.day(),
  to: t.day(),
  currency: t.text(),
  rows: t.list(t.object({ admin_id: t.id(), name: t.text(), base: t.money(), before: t.money(), after: t.money() })),
  before: t.money(),
  after: t.money(),
})
export type WhatIfView = Shape<typeof WhatIfView>

/** The number of settlements that were created. */
export const SettledPeriod = t.object({ created: t.int() })
export type SettledPeriod = Shape<typeof SettledPeriod>
