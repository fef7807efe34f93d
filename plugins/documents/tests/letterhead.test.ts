import { beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'stoa'
import { suite } from 'stoa/testing'
import { fine } from '../../../tests/support/selling-shop.ts'
import { readLetterhead, storeUploadedDocument } from '../index.ts'

const shop = suite(['documents'])
const write = (values: object) => shop.owner.put('/api/admin/settings/letterhead', values)
const texts = (language: 'en-US' | 'zh-HK' | 'zh-CN') =>
  readLetterhead(shop.it.kernel, language).head.map((block) => ('text' in block ? block.text : ''))

describe('the letterhead', () => {
  beforeEach(async () => {
    for (const language of ['en-US', 'zh-HK', 'zh-CN']) await write({ language, business_name: '', address: '', footnote: '', contact: '' })
  })

  test('is only the name of the shop by default', async () => {
    fine(await shop.owner.put('/api/admin/settings/basic', { name: 'Harbour', language: 'en-US' }))
    expect(readLetterhead(shop.it.kernel, 'en-US')).toEqual({
      name: 'Harbour',
      head: [{ type: 'text', text: 'Harbour', strong: true }],
      footnote: '',
    })
  })

  test("is in the reader's language, and in the main one where it has no translation", async () => {
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

  test('emphasizes the name and mutes the rest', async () => {
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

describe('an uploaded document', () => {
  const sent = { bytes: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer <<>>\n%%EOF'), name: 'proof.pdf' }
  const files = () => shop.it.kernel.db.rows(sql`select id, claimed_by from file order by id`)

  test('is required', async () => {
    const none = storeUploadedDocument(shop.it.ctx, 'test', undefined, async () => {})
    await expect(none).rejects.toMatchObject({ messages: { file: [{ key: 'core:rule.required' }] } })
  })

  test('is passed on with its size and written as the system actor', async () => {
    let storedFile: unknown
    await storeUploadedDocument(shop.it.ctx, 'keeper', sent, async (tx, uploaded, as) => {
      storedFile = { ...uploaded, actor: as.actor }
    })
    expect(storedFile).toMatchObject({ name: 'proof.pdf', size: sent.bytes.length, actor: { kind: 'system' } })
  })

  test('is not claimed when its row is rejected, and the transaction is rolled back', async () => {
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
