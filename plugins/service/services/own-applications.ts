import { type Ctx, formatMoney, sql, type Sql } from 'stoa'
import { offeredUrls } from './services.ts'
import { FORMS } from 'stoa/plugins/forms'
import { orderLink } from 'stoa/plugins/sales'
import type { ApplicationStatus } from '../domain/statuses.ts'
import type { OwnApplication } from '../api-types.ts'
import { listDeliveredFiles } from './files.ts'

interface Row {
  id: number
  number: string
  status: ApplicationStatus
  service: string
  choice: string
  product_id: number
  quantity: number
  price: number
  created_at: string
  decided_at: string | null
  note: string
  order_number: string | null
  submission: number | null
}

/** Maximum number of applications. */
const MOST = 200

/** Applications as their applicants see them, newest first; answers only for a single one. */
export async function ownApplications(ctx: Ctx, where: Sql, whole = false): Promise<OwnApplication[]> {
  const { kernel } = ctx
  const rows = await kernel.db
    .rows<Row>(sql`select id, number, status, service, choice, product_id, quantity, price_minor as price, created_at, decided_at,
      decision_note as note, order_number, form_submission_id as submission
    from application where applied_at is not null and ${where} order by id desc limit ${MOST}`)
  const urls = await offeredUrls(kernel, [...new Set(rows.map(({ product_id }) => product_id))])
  const files = await listDeliveredFiles(
    ctx,
    rows.map(({ id }) => id),
  )
  return Promise.all(
    rows.map(async ({ id, product_id, submission, price, ...row }) => ({
      ...row,
      url: urls.get(product_id) ?? null,
      price: formatMoney(price),
      total: formatMoney(price * row.quantity),
      pay_url: row.status === 'approved' && row.order_number ? orderLink(ctx, row.order_number, ctx.language) : null,
      may_cancel: row.status === 'pending' || row.status === 'approved',
      files: files.get(id) ?? [],
      answers:
        whole && submission !== null
          ? ((await kernel.get(FORMS).getSubmission(ctx, kernel.db, submission, ctx.language))?.lines ?? [])
          : [],
    })),
  )
}
