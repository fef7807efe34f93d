import { dirname, join } from 'node:path'
import { createApp } from '../../core/app.ts'
import { readConfig } from '../../cli/start/config.ts'
import { createKernel } from '../../core/kernel/create-kernel.ts'
import { listedPlugins, loadPlugins } from '../../cli/start/load.ts'
import { projectRoot } from '../../core/root.ts'
import { serve, stopOnSignals } from '../../cli/start/serve.ts'
import { watchers } from '../../cli/start/request-monitors.ts'
import { sites } from '../../cli/sites.ts'
import { extra, tables } from '../playground/plugins.ts'

/** The product with the playground plugins and a prepared database, for pages of field types that no plugin uses yet. */
const home = join(projectRoot(), 'tests', 'playground')
const config = readConfig()
const plugins = [...(await loadPlugins(listedPlugins(config.pluginsOff))), ...extra.map((plugin) => ({ plugin, dir: dirname(home), home }))]
const kernel = await createKernel({ config, databaseUrl: process.env['DATABASE_URL'] ?? '', plugins })
await kernel.db.pool.query(tables)
const running = await serve({ kernel, plugins, close: () => kernel.close() }, await createApp(kernel, await sites(() => {}), watchers))
stopOnSignals(running.stop)
process.stdout.write('Ready in time\n')
