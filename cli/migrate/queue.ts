import { makeWorkerUtils } from 'graphile-worker'

/** Creates or updates the tables of the queue. Safe to run from many processes. */
export async function prepareQueue(url: string): Promise<void> {
  const utils = await makeWorkerUtils({ connectionString: url })
  try {
    await utils.migrate()
  } finally {
    await utils.release()
  }
}
