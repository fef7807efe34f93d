import { describe, expect, it } from 'vitest'
import { createDatabase, dropDatabase, queryOnce as query, templateDatabase } from '../support/database.ts'

describe('test databases', () => {
  it('are clones of a template that is prepared once, and are isolated', async () => {
    let prepared = 0
    const prepare = async (url: string) => {
      prepared++
      await query(url, 'create table shelf as select 1 as book')
    }
    const names = await Promise.all([1, 2, 3].map(() => templateDatabase('shelf', prepare)))
    expect(new Set(names).size).toBe(1)
    expect(prepared).toBe(1)
    const template = names[0]!
    const [first, second] = [await createDatabase({ template }), await createDatabase({ template })]
    await query(first, 'insert into shelf values (2)')
    expect(await query(second, 'select book from shelf')).toEqual([{ book: 1 }])
    await dropDatabase(first)
    await expect(query(first, 'select 1')).rejects.toMatchObject({ code: '3D000' })
  })
})
