import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Ctx, projectRoot, type Seed, storeFixture } from 'stoa'
import { planContent } from './seed-year.ts'
import { contact } from './settings.ts'
import { announcement } from './resources/announcement.ts'
import { landingPage } from './resources/landing-page.ts'

const folder = join(projectRoot(), 'fixtures', 'content')
type Json = Record<string, unknown>
const read = <T = Json[]>(name: string): T => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as T

/** Sample content. Rows that exist already, by natural key, stay as they are. */
export const seedContent: Seed = async (ctx) => {
  const { kernel } = ctx
  const { resources } = kernel
  const uniqueKeys = { page: 'url', block: 'identifier', 'blog-category': 'url', article: 'url' } as const
  for (const [file, key] of Object.entries(uniqueKeys)) {
    const resource = file.replace('-', '_')
    for (const input of read(file))
      if (!(await resources.findBy(ctx, resource, key, input[key]))) await resources.create(ctx, resource, await complete(ctx, input))
  }
  for (const input of read('landing-page')) {
    if (await resources.findBy(ctx, 'landing_page', 'url', input.url)) continue
    const { id } = await resources.create(ctx, 'landing_page', await complete(ctx, input))
    await resources.transition(ctx, landingPage, id, 'publish')
  }
  if (await isEmpty(ctx, 'slider')) for (const input of read('slider')) await resources.create(ctx, 'slider', await complete(ctx, input))
  if (await isEmpty(ctx, 'menu')) await seedMenu(ctx, read('menu'), null)
  if (await isEmpty(ctx, 'announcement'))
    for (const input of read('announcement')) {
      const { id } = await resources.create(ctx, 'announcement', await complete(ctx, input))
      await resources.transition(ctx, announcement, id, 'publish')
    }
  if (!kernel.settings.of(contact).public_email)
    await kernel.settings.write(kernel, ctx, 'contact', read<Json>('contact'), ctx.mainLanguage)
  if (ctx.year) await planContent(ctx, ctx.year)
}

/** Whether a resource is installed. */
const has = (ctx: Ctx, resource: string) => ctx.kernel.registry.resources.has(resource)

const isEmpty = async (ctx: Ctx, resource: string) => (await ctx.kernel.resources.list(ctx, resource, { limit: '1' })).total === 0

async function seedMenu(ctx: Ctx, entries: Json[], parent: number | null): Promise<void> {
  for (const { children = [], ...input } of entries) {
    // Skips links to resources that are not installed, with their children.
    if (input.type === 'category' && !has(ctx, 'category')) continue
    const { id } = await ctx.kernel.resources.create(ctx, 'menu', { ...input, parent_id: parent })
    await seedMenu(ctx, children as Json[], id)
  }
}

/** Expands the short forms of the fixtures: images by file name, products and categories by key, rich texts as lines. */
async function complete(ctx: Ctx, value: Json): Promise<Json> {
  const out: Json = {}
  for (const [name, v] of Object.entries(value)) {
    if (name === 'categories') out[name] = await findIds(ctx, 'blog_category', 'url', v as string[])
    else if (name === 'products' && typeof (v as unknown[])[0] === 'string') {
      if (has(ctx, 'product')) out[name] = await findIds(ctx, 'product', 'sku', v as string[])
    } else out[name] = await expand(ctx, v)
  }
  return out
}

async function expand(ctx: Ctx, value: unknown): Promise<unknown> {
  if (typeof value === 'string') return value.endsWith('.webp') ? storeFixture(ctx, join(folder, 'pictures', value)) : value
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every((v) => typeof v === 'string')) return rich(value as string[])
    return Promise.all(value.map((v) => expand(ctx, v)))
  }
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([k, v]) => [k, await expand(ctx, v)] as const)))
}

async function findIds(ctx: Ctx, resource: string, key: string, values: string[]): Promise<number[]> {
  const found = await Promise.all(values.map((v) => ctx.kernel.resources.findBy(ctx, resource, key, v)))
  return found.flatMap((row) => (row ? [row.id] : []))
}

/** Converts lines to Editor.js blocks: `## ` is a heading, `> ` a quote, `- ` a list item, all else a paragraph. */
function rich(lines: string[]): string {
  const blocks: { type: string; data: Json }[] = []
  for (const line of lines) {
    const [, sign = '', text = line] = /^(##|>|-) (.*)$/.exec(line) ?? []
    const last = blocks.at(-1)
    if (sign === '-' && last?.type === 'list') (last.data.items as string[]).push(text)
    else if (sign === '-') blocks.push({ type: 'list', data: { style: 'unordered', items: [text] } })
    else if (sign === '##') blocks.push({ type: 'header', data: { text, level: 2 } })
    else blocks.push({ type: sign === '>' ? 'quote' : 'paragraph', data: { text } })
  }
  return JSON.stringify({ blocks })
}
