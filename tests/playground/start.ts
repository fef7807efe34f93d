import { cupboard, neighbour, playground } from './plugin.ts'
import { drawer, sock, sticker } from './resources/drawer.ts'
import { expense, receipt } from './resources/expense.ts'
import { part, saying, screw, shelf, toy } from './resources/toy.ts'
import { sql } from '../../core/db/sql.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { tablesOf } from '../support/tables.ts'

/** The product with the playground in it, and three shelves to point at. */
export async function openPlayground(names: readonly string[] | 'all' = ['catalogue', 'sheets']): Promise<TestApp> {
  const it = await testApp(names === 'all' ? undefined : names, {
    extra: [playground, neighbour, cupboard],
    home: import.meta.dirname,
    tables: tablesOf([shelf, toy, part, screw, saying, drawer, sock, sticker, expense, receipt]),
  })
  await it.kernel.db.run(sql`insert into shelf (title) values ('Shelf a'), ('Shelf b'), ('Shelf c')`)
  return it
}
