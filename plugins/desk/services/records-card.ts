import type { Ctx, Declared } from 'stoa'
import { verbPermission } from 'stoa/engine'
import type { CardContent } from '../card-types.ts'
import type { Card } from './cards.ts'

/** Records on a card. The link of the card shows all. */
const MOST_RECORDS = 6

/** A card that lists records of a resource, newest or first in the order of its list. */
export interface RecordsCardOptions extends Pick<Card, 'title' | 'dashboard' | 'isExtra' | 'empty'> {
  /** Filters of the list, such as `{ status: 'pending' }`. */
  filter?: Readonly<Record<string, string>>
  size?: Card['size']
}

/** Creates a card of records, for those who may read them. It shows the title of each, its subject, date, amount and status. */
export function createRecordsCard(
  resource: Pick<Declared, 'name'>,
  { filter = {}, size = 'medium', ...options }: RecordsCardOptions,
): Card {
  return {
    ...options,
    size,
    needs: verbPermission('get', resource.name),
    read: async (ctx) => ({ records: await readRecords(ctx, resource.name, filter) }),
  }
}

async function readRecords(
  ctx: Ctx,
  resource: string,
  filter: Readonly<Record<string, string>>,
): Promise<NonNullable<CardContent['records']>> {
  const page = await ctx.kernel.resources.list(ctx, resource, { ...filter })
  return { resource, filter, total: page.total, more: page.more ?? false, data: page.data.slice(0, MOST_RECORDS) }
}
