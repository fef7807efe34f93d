import { prepareDatabase } from '../../cli/start/boot.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { stoa } from '../cli/run.ts'
import { createDatabase, templateDatabase } from './database.ts'

/** A database of a shop that has been open for a year, in which every list has rows; filled in once for all files that ask for one. */
export async function yearDatabase(): Promise<string> {
  const template = await templateDatabase('year', async (url) => {
    await prepareDatabase(url, await loadPlugins(listedPlugins([])))
    const env = { DATABASE_URL: url, STOA_FIRST_RUN: 'off', STOA_SMTP_URL: 'smtp://127.0.0.1:1' }
    const { code, err } = await stoa(['seed', 'year', '--orders', '25'], { env })
    if (code !== 0) throw new Error(err)
  })
  return createDatabase({ template })
}
