import type { Command } from 'commander'
import { withKernel } from '../kernel.ts'
import { createUnknownNameError } from '../nearest.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { printRows } from '../output.ts'

/** `stoa routes`: all HTTP routes with their access. */
export function command(): Command {
  return leaf('routes', 'List everything the server answers', 'stoa routes --plugin catalogue', 'stoa routes --json')
    .option('--plugin <id>', 'Only those of one plugin')
    .action(async (options: SharedOptions & { plugin?: string }) => {
      const rows = await withKernel(options, async (kernel) => {
        const ids = kernel.registry.plugins.map((p) => p.id)
        if (options.plugin !== undefined && !ids.includes(options.plugin))
          throw createUnknownNameError('plugin', options.plugin, ids, { hint: 'stoa plugin list' })
        const [{ createApp }, { docsSite }, { watchers }] = await Promise.all([
          import('../../core/app.ts'),
          import('../docs-site.ts'),
          import('../start/request-monitors.ts'),
        ])
        const app = await createApp(kernel, [docsSite], watchers)
        const list = app.routes.map(({ method, url, plugin, needs, open, access }) => ({
          method,
          url,
          needs: needs ?? open ?? access ?? 'public',
          plugin,
        }))
        await app.http.close()
        return list
      })
      printRows(
        options,
        ['method', 'url', 'needs', 'plugin'],
        rows.filter((r) => !options.plugin || r.plugin === options.plugin),
      )
    })
}
