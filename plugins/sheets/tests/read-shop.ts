import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kernel } from '../../../core/context.ts'
import { getLayout } from '../mapping/columns.ts'

type Line = Record<string, unknown>

/** The rows of a shop's export files, by resource. */
export type ShopRows = Map<string, Line[]>

/** Fields that the target shop sets anew, with the reason. All other fields must be equal. */
export const UNCOMPARED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account: { last_login_at: 'nobody has signed in there yet' },
  customer: {
    email_verified_at: 'an address is proven to the shop that asks for it, when its owner sets a password there',
    phone_verified_at: 'as for the address',
    order_count: 'counts orders of the account, which belong to it once its address is proven',
  },
  consent: { reason: 'says that it was brought by a file' },
  form: { submit_count: 'counts answers, which stay where they were given', form_version: 'counts the changes of a form in its own shop' },
  lead: {
    stage_since: 'begins when it comes into the stage there',
    closed_at: 'is the moment it was closed there',
    enquiry: 'is what somebody wrote into a form of the other shop',
    order_number: 'names an order of the other shop',
  },
  po: {
    number: 'is given by the product',
    status: 'orders that were not sent begin again as drafts',
    created_by: 'is whoever made it there',
    approved_by: 'approval is asked for again',
    ordered_at: 'is not sent yet',
  },
  task: {
    creator_admin_id: 'is whoever brought it there',
    status: 'a task in progress begins again, because its people would be notified of the change',
  },
  admin_salary: { approved_at: 'is the moment it was approved there' },
  points_import: { key: 'names the lot of the shop it comes from' },
}

/** Normalizes a value: random upload names, digits beyond milliseconds, number notations. */
function comparable(value: unknown): unknown {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : value
  if (/^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString()
  if (/^-?\d{1,12}\.\d+$/.test(value)) return String(Number(value))
  return value.replaceAll(/\b(img|doc)\/[0-9a-f]{2}\/[0-9a-f]{24}\./g, '$1/')
}

/** Reads files that `exportShop` wrote, in an order that does not depend on ids. */
export async function readShop({ registry, settings }: Kernel, folder: string): Promise<ShopRows> {
  const shop: ShopRows = new Map()
  for (const file of (await readdir(folder)).filter((name) => name.includes('json'))) {
    const text = await readFile(join(folder, file), 'utf8')
    const name = file.replace(/\.\w+$/, '')
    if (file === 'settings.json') shop.set('settings', settingsIn(text))
    else if (file.endsWith('.ndjson')) {
      const { head } = getLayout(registry, registry.resource(name), settings.mainLanguage, 'shop')
      const keys = head.columns.filter((c) => c.field && head.key.includes(c.field)).map((c) => c.name)
      const skipped = new Set(head.columns.flatMap((c) => (c.field && UNCOMPARED[name]?.[c.field.name] !== undefined ? [c.name] : [])))
      shop.set(name, rowsIn(text, keys, skipped))
    }
  }
  return shop
}

const sortKey = (row: Line) => JSON.stringify(row)

function rowsIn(text: string, keys: readonly string[], skipped: ReadonlySet<string>): Line[] {
  const rows: Line[][] = []
  for (const written of text.split('\n').filter(Boolean)) {
    const line = JSON.parse(written) as Line
    const begins = keys.some((key) => (line[key] ?? '') !== '')
    const comparableEntries = Object.entries(line).flatMap(([name, value]) =>
      skipped.has(name) || value === '' ? [] : [[name, comparable(value)] as const],
    )
    const plain = Object.fromEntries(comparableEntries.sort(([a], [b]) => (a < b ? -1 : 1)))
    if (begins || rows.length === 0) rows.push([plain])
    else rows.at(-1)?.push(plain)
  }
  return rows
    .map(([first = {}, ...more]) => (more.length > 0 ? { ...first, lines: more } : first))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

function settingsIn(text: string): Line[] {
  const { groups } = JSON.parse(text) as { groups: Record<string, Line> }
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .sort(([a], [b]) => (a < b ? -1 : 1))
              .map(([key, item]) => [key, sorted(item)]),
          )
        : comparable(value)
  return Object.entries(groups).flatMap(([group, values]) =>
    Object.entries(values).map(([name, value]) => ({ [`${group}.${name}`]: sorted(value) })),
  )
}
