import { Type } from '@sinclair/typebox'
import { type Row, type Shape, t } from 'stoa'
import { cardSizes } from './domain/layout.ts'

/** JSON types of dashboard cards. Screens import the types alone, not the schemas. */

/** Types of values: amounts of the base currency, counts, shares of one, numbers of days, texts, calendar days, instants. */
export const valueTypes = ['money', 'count', 'percent', 'days', 'text', 'day', 'instant'] as const
const valueType = t.pick(valueTypes)
const Value = t.maybe(t.text('Decimal text, or text; null when it cannot be computed.'))
const link = t.optional(t.text('A path under /admin.'))

/** A number, with the number of the period before where there is one. */
export const Figure = t.object({ title: t.text(), type: valueType, value: Value, compared: t.optional(Value), link })
export type Figure = Shape<typeof Figure>

export const CardChart = t.object({
  kind: t.pick(['line', 'column', 'bar']),
  type: valueType,
  label_title: t.text('Heading of the labels in the table of the chart.'),
  labels: t.list(t.text()),
  series: t.list(t.object({ name: t.text(), data: t.list(Value) })),
  stacked: t.optional(t.flag()),
})
export type CardChart = Shape<typeof CardChart>

/** A line of a list: a title with its page, a text, a value, a word. */
export const CardRow = t.object({
  title: t.text(),
  link,
  text: t.optional(t.text('Further text beside the title.')),
  value: t.optional(Value),
  type: t.optional(valueType),
  tag: t.optional(t.object({ text: t.text(), intent: t.pick(['none', 'primary', 'success', 'warning', 'danger']) })),
})
export type CardRow = Shape<typeof CardRow>

/** A part of a whole, such as sent of all messages. */
export const CardProgress = t.object({ title: t.text(), link, text: t.optional(t.text()), value: t.int(), of: t.int() })
export type CardProgress = Shape<typeof CardProgress>

/** Records of a resource as in its list. */
export const CardRecords = t.object({
  resource: t.text(),
  filter: t.record(t.text()),
  total: t.int(),
  more: t.flag('There may be more than `total`.'),
  data: t.list(t.open<Row>(Type.Unknown())),
})
export type CardRecords = Shape<typeof CardRecords>

/** What a card shows: any of these parts, in this order. A card whose parts have nothing to show says so. */
export const CardContent = t.object({
  figures: t.optional(t.list(Figure)),
  chart: t.optional(CardChart),
  rows: t.optional(t.list(CardRow)),
  progress: t.optional(t.list(CardProgress)),
  records: t.optional(CardRecords),
  data: t.optional(t.any()),
})
export type CardContent = Shape<typeof CardContent>

const size = t.pick(cardSizes)

/** A card that the reader may place. */
export const CardChoice = t.object({ name: t.text(), title: t.text(), size, sizes: t.list(size) })
export type CardChoice = Shape<typeof CardChoice>

/** A card on the dashboard. `content` is null when it could not be read. */
export const CardView = t.both(
  CardChoice,
  t.object({
    empty: t.text('Text of a card that has nothing to show.'),
    link: t.maybe(t.text('A path under /admin.')),
    screen: t.maybe(t.text('Component of the admin that renders it.')),
    content: t.maybe(CardContent),
  }),
)
export type CardView = Shape<typeof CardView>

const Span = t.object({ from: t.day(), to: t.day() })

/** A dashboard: its cards in order, and those that can be added. */
export const DashboardView = t.object({
  period: Span,
  compared: Span,
  currency: t.text(),
  version: t.int('Version of the layout, to be sent with a change; 0 while it was never changed.'),
  is_arranged: t.flag('Whether the account arranged it; otherwise it is the layout of its role, or the default layout.'),
  data: t.list(CardView),
  available: t.list(CardChoice),
})
export type DashboardView = Shape<typeof DashboardView>

/** A role, and whether its dashboard is arranged for it. */
export const RoleLayout = t.object({ id: t.id(), name: t.text(), has_layout: t.flag() })
export type RoleLayout = Shape<typeof RoleLayout>
