import { samples } from './field-types.ts'
import { extra, tables } from './plugins.ts'
import { sql } from '../../core/db/sql.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { addFiles } from '../support/files.ts'

/** Starts the product with the playground plugins, and creates three shelves as targets for references. */
export async function openPlayground(names: readonly string[] | 'all' = ['catalogue', 'sheets']): Promise<TestApp> {
  const it = await testApp(names === 'all' ? undefined : names, { extra, home: import.meta.dirname, tables })
  await it.kernel.db.run(sql`insert into shelf (title) values ('Shelf a'), ('Shelf b'), ('Shelf c')`)
  await addFiles(it.kernel.db, [...samples.image.values, ...samples.file.values].map(String))
  return it
}
