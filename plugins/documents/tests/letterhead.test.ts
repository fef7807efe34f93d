import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling.ts'
import { readLetterhead, storeUploadedDocument } from '../index.ts'

const shop = suite(['documents'])
const write = (values: object) => shop.owner.put('/api/admin/settings/letterhead', values)
const texts = (language: 'en-US' | 'zh-HK' | 'zh-CN') =>
  readLetterhead(shop.it.kernel, language).head.map((block) => ('text' in block ? block.text : ''))

describe('the letterhead', () => {
  beforeEach(async () => {
    for (const language of ['en-US', 'zh-HK', 'zh-CN']) await write({ language, business_name: '', address: '', footnote: '', contact: '' })
  })

  test('is the name of the shop alone while nobody wrote one', async () => {
    fine(await shop.owner.put('/api/admin/settings/basic', { name: 'Harbour', language: 'en-US' }))
    expect(readLetterhead(shop.it.kernel, 'en-US')).toEqual({
      name: 'Harbour',
      head: [{ type: 'text', text: 'Harbour', strong: true }],
      footnote: '',
    })
  })

  test('is in the language of the reader, and in the main one where nobody wrote it in theirs', async () => {
    fine(
      await write({
        language: 'en-US',
        business_name: 'Harbour Tea',
        address: '18 Wing Lok Street',
        contact: '2540 0000',
        footnote: 'No returns',
      }),
    )
    fine(await write({ language: 'zh-HK', business_name: '海港茶行', footnote: '貨物出門' }))
    expect(texts('zh-HK')).toEqual(['海港茶行', '18 Wing Lok Street', '2540 0000'])
    expect(readLetterhead(shop.it.kernel, 'zh-HK').footnote).toBe('貨物出門')
    expect(texts('zh-CN')).toEqual(['Harbour Tea', '18 Wing Lok Street', '2540 0000'])
    expect(readLetterhead(shop.it.kernel, 'zh-CN')).toMatchObject({ name: 'Harbour Tea', footnote: 'No returns' })
  })

  test('only the name stands out; the rest is quiet', async () => {
    fine(await write({ language: 'en-US', business_name: 'Harbour Tea', contact: '2540 0000' }))
    expect(readLetterhead(shop.it.kernel, 'en-US').head).toEqual([
      { type: 'text', text: 'Harbour Tea', strong: true },
      { type: 'text', text: '2540 0000', quiet: true },
    ])
  })

  test.each([
    ['business_name', 120],
    ['address', 500],
    ['contact', 200],
    ['footnote', 500],
  ])('%s is %i characters long at most', async (field, most) => {
    fine(await write({ language: 'en-US', [field]: 'x'.repeat(most) }))
    const refused = await write({ language: 'en-US', [field]: 'x'.repeat(most + 1) })
    expect([refused.status, Object.keys(refused.body.messages)]).toEqual([422, [field]])
  })
})

describe('a paper that is laid beside a document', () => {
  const sent = { bytes: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF'), name: 'proof.pdf' }
  const files = () => shop.it.kernel.db.rows(sql`select id, claimed_by from file order by id`)

  test('must be there', async () => {
    const none = storeUploadedDocument(shop.it.ctx, 'test', undefined, async () => {})
    await expect(none).rejects.toMatchObject({ messages: { file: [{ key: 'core:rule.required' }] } })
  })

  test('is told with its size and written under the name of its keeper', async () => {
    let storedFile: unknown
    await storeUploadedDocument(shop.it.ctx, 'keeper', sent, async (tx, uploaded, as) => {
      storedFile = { ...uploaded, actor: as.actor }
    })
    expect(storedFile).toMatchObject({ name: 'proof.pdf', size: sent.bytes.length, actor: { kind: 'system' } })
  })

  test('whose row is refused is claimed by nobody, and what was written beside it is not there', async () => {
    const before = (await files()).length
    const refused = storeUploadedDocument(shop.it.ctx, 'keeper', sent, async (tx) => {
      await tx.run(sql`create table half_done (id int)`)
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    const after = await files()
    expect([after.length, after.at(-1)]).toEqual([before + 1, { id: expect.any(Number), claimed_by: null }])
    expect(await shop.it.kernel.db.one(sql`select to_regclass('half_done') as there`)).toEqual({ there: null })
  })
})
