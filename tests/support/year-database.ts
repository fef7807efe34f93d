import { prepareDatabase } from '../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { stoa } from '../cli/run.ts'
import { createDatabase, templateDatabase } from './database.ts'

/** A copy of a database with a year of sample data, in which every list has rows; created once for all files that use it. */
export async function yearDatabase(): Promise<string> {
  const template = await templateDatabase('year', async (url) => {
    await prepareDatabase(url, await loadPlugins(listedPlugins([])))
    const env = { DATABASE_URL: url, STOA_FIRST_RUN: 'off', STOA_SMTP_URL: 'smtp://127.0.0.1:1' }
    const { code, err } = await stoa(['seed', 'year', '--orders', '25'], { env })
    if (code !== 0) throw new Error(err)
  })
  return createDatabase({ template })
}
