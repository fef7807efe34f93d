import { describe, expect, test } from 'vitest'
import { sign, sql, storeFile } from 'stoa'
import { suite } from 'stoa/testing'
import { drawn, getLinks, visit as anyVisit, getVisibleText } from '../../../tests/support/render-store.tsx'
import { fine } from '../../../tests/support/selling-shop.ts'
import shell from '../../../ui-store/src/i18n/en-US.json' with { type: 'json' }
import { findSubmission } from '../services/gift-ebooks.ts'
import { downloadPersonalData } from '../services/personal-data.ts'
import Shelf, { head, load } from '../store/page/index.tsx'
import texts from '../store/locales/en-US.json' with { type: 'json' }
import type { EbookView } from '../api-types.ts'

const shop = suite(['ebook', 'people'])
let n = 0
const file = async (name: string) =>
  (await storeFile(shop.it.kernel, shop.it.kernel.db, { bytes: Buffer.from('%PDF-1.4\n%%EOF\n'), name, type: 'file', trusted: true })).path
const made = async (more: object = {}) =>
  fine(await shop.owner.post('/api/admin/ebook', { title: `Book ${++n}`, url: `book-${n}`, file: await file(`b${n}.pdf`), ...more })).body
const fetchBook = (id: number, client = shop.guest) => client.post(`/api/ebook/${id}/download`)
const listEbooks = async (language = 'en-US') => fine(await shop.guest.get(`/api/ebook?language=${language}`)).body.data as EbookView[]

describe('the ebook list', () => {
  test("is in the order of the shop and the reader's language, with sanitized texts", async () => {
    const late = await made({
      order: 9,
      title: { 'en-US': 'Late', 'zh-HK': '後' },
      description: '<p onclick="x()">Soft<script>x</script></p>',
    })
    const early = await made({ order: -9 })
    const books = await listEbooks('zh-HK')
    expect([books[0]?.id, books.at(-1)?.id, books.at(-1)?.title]).toEqual([early.id, late.id, '後'])
    expect((await listEbooks('zh-CN')).at(-1)?.title).toBe('Late')
    expect(books.at(-1)?.description).toBe('<p>Soft</p>')
  })

  test('an ebook omits its product once that is hidden', async () => {
    const product = fine(
      await shop.owner.post('/api/admin/product', { name: 'Notes', sku: `N${n}`, url: `notes-${n}`, stocks: [{ price: '1.00' }] }),
    ).body
    const { id } = await made({ access: 'purchase', product_id: product.id })
    const named = async () => (await listEbooks()).find((book) => book.id === id)?.product
    expect(await named()).toEqual({ name: 'Notes', url: product.url })
    fine(await shop.owner.put(`/api/admin/product/${product.id}`, { visibled: false }))
    expect(await named()).toBeNull()
    // A public ebook shows no product, even if one is still stored.
    fine(await shop.owner.put(`/api/admin/product/${product.id}`, { visibled: true }))
    fine(await shop.owner.put(`/api/admin/ebook/${id}`, { access: 'public' }))
    expect(await named()).toBeNull()
  })

  test('without the forms plugin an ebook cannot be offered for a form', async () => {
    const refused = await shop.owner.post('/api/admin/ebook', { title: 'X', url: 'x', file: await file('x.pdf'), access: 'form' })
    expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, ['access']])
  })
})

describe('downloading an ebook', () => {
  test('changing the access of an ebook applies at once', async () => {
    const { id } = await made()
    expect((await fetchBook(id)).status).toBe(200)
    fine(await shop.owner.put(`/api/admin/ebook/${id}`, { access: 'login' }))
    expect((await fetchBook(id)).status).toBe(403)
    fine(await shop.owner.put(`/api/admin/ebook/${id}`, { access: 'public', enabled: false }))
    expect((await fetchBook(id)).status).toBe(404)
    expect((await fetchBook(999_999)).status).toBe(404)
    // Rejected downloads are not counted.
    expect(fine(await shop.owner.get(`/api/admin/ebook/${id}`)).body.downloads).toBe(1)
  })

  test('gives the file of the language, and that of the main one where there is none', async () => {
    const [english, chinese] = [await file('en.pdf'), await file('hk.pdf')]
    const { id } = await made({ file: { 'en-US': english, 'zh-HK': chinese } })
    const url = async (language: string) => fine(await shop.guest.post(`/api/ebook/${id}/download`, { language })).body.url as string
    expect(await url('zh-HK')).toContain(chinese)
    expect(await url('zh-CN')).toContain(english)
    for (const path of [english, chinese]) expect((await shop.guest.get(`/files/${path}`)).status).toBe(403)
  })

  test('is recorded per person, exported and erased on request, and still counted', async () => {
    const { id, url } = await made()
    const customerInput = { email: 'may@shop.test', first_name: 'May', last_name: 'Chan', password: 'a long password' }
    const customer = fine(await shop.owner.post('/api/admin/customer', customerInput)).body.id as number
    const may = shop.it.as(fine(await shop.guest.post('/api/login', customerInput)).body.token)
    await Promise.all([fetchBook(id, may), fetchBook(id, may), fetchBook(id)])
    const subject = { customers: [customer] } as never
    expect(await downloadPersonalData.exportData?.(shop.it.ctx, subject, 'person' as never)).toMatchObject({
      downloads: [{ url }, { url }],
    })
    await shop.it.kernel.transaction((tx) => downloadPersonalData.eraseData?.(tx, shop.it.ctx, subject) as Promise<void>)
    expect(await downloadPersonalData.exportData?.(shop.it.ctx, subject, 'person' as never)).toEqual({ downloads: [] })
    const rows = await shop.it.kernel.db.rows<{ customer_id: number | null; ip_hash: string }>(
      sql`select customer_id, ip_hash from ebook_download where ebook_id = ${id} order by ip_hash`,
    )
    expect(rows.map(({ customer_id, ip_hash }) => [customer_id, ip_hash === ''])).toEqual([
      [null, true],
      [null, true],
      [null, false],
    ])
    expect(fine(await shop.owner.get(`/api/admin/ebook/${id}`)).body.downloads).toBe(3)
  })

  test('a key is valid until its last second, only for its ebook and its submission', () => {
    const { config } = shop.it.kernel
    const key = (book: number, submission: number, seconds: number) => {
      const expires = Math.floor(Date.now() / 1_000) + seconds
      return `${submission}.${expires}.${sign(config, 'ebook form', `${book} ${submission} ${expires}`)}`
    }
    expect(findSubmission(config, 7, key(7, 42, 5))).toBe(42)
    expect(findSubmission(config, 7, key(7, 42, -1))).toBeUndefined()
    expect(findSubmission(config, 8, key(7, 42, 5))).toBeUndefined()
    expect(findSubmission(config, 7, key(7, 42, 5).replace(/^42/, '43'))).toBeUndefined()
    for (const none of ['', '42', '42.1', '-1.99999999999.x', `${'9'.repeat(16)}.99999999999.x`, '4 2.99999999999.x'])
      expect(findSubmission(config, 7, none), none).toBeUndefined()
  })

  test('allows sixty downloads in ten minutes per IP address', async () => {
    const { id } = await made()
    await shop.it.kernel.db.run(sql`delete from rate_limit`)
    for (let i = 0; i < 60; i++) expect((await fetchBook(id)).status).toBe(200)
    expect((await fetchBook(id)).status).toBe(429)
  })
})

describe('the ebook page', () => {
  const book = (id: number, more: Partial<EbookView> = {}): EbookView => ({
    id,
    url: `b${id}`,
    title: `Book ${id}`,
    description: '',
    cover: null,
    access: 'public',
    product: null,
    form: null,
    ...more,
  })
  const visit = (data: EbookView[], key?: string) =>
    anyVisit({
      texts: { shell, ebook: texts },
      answers: { 'GET /api/ebook': () => ({ data }) },
      ...(key === undefined ? {} : { search: { key } }),
    })

  test('shows an empty state, and for each ebook who has access', async () => {
    expect(getVisibleText(await drawn(visit([]), <Shelf data={{ data: [], key: null }} />))).toContain(texts.empty)
    const data = [book(1), book(2, { access: 'login' }), book(3, { access: 'purchase', product: { name: 'Notes', url: 'notes' } })]
    const html = await drawn(visit(data), <Shelf data={{ data, key: null }} />)
    const words = getVisibleText(html)
    expect(words).toContain('Book 1')
    expect(words).toContain('Notes')
    expect([...html.matchAll(/<li class="book" id="(b\d)"/g)].map(([, id]) => id)).toEqual(['b1', 'b2', 'b3'])
    // The links to get access appear only after a rejected download.
    expect(getLinks(html)).toEqual([])
  })

  test.each([
    ['7.42.99.abc_DEF-1', { book: 7, key: '42.99.abc_DEF-1' }],
    ['7', null],
    ['x.42', null],
    ['7.<script>', null],
    [undefined, null],
  ])('reads the key %j of its URL as %j, and keeps such a page out of search engines', async (key, read) => {
    const visitor = visit([book(7)], key)
    const data = await load(visitor)
    expect(data.key).toEqual(read)
    expect(head(data, visitor)).toMatchObject({ path: '/ebook', noindex: read !== null, description: 'Book 7' })
  })
})
