import { type Command, Option } from 'commander'
import type { App } from '../../core/app.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { dryRunNote, note } from '../output.ts'

/** `stoa start`: store, admin and API on one port, with jobs and schedules unless STOA_WORKER=off. */
export function command(): Command {
  return leaf('start', 'Run shop, admin and API', 'stoa start', 'STOA_PORT=8080 DATABASE_URL=postgres://… stoa start')
    .addOption(new Option('--dev', 'Draw the shop from its sources').hideHelp())
    .action(async (options: SharedOptions & { dev?: boolean }) => {
      const [{ createApp }, { boot, leaveDatabase }, { readConfig }, { findUnknownVariables }, { serve, stopOnSignals }] =
        await Promise.all([
          import('../../core/app.ts'),
          import('../boot.ts'),
          import('../start/config.ts'),
          import('../start/unknown-variables.ts'),
          import('../start/serve.ts'),
        ])
      const { requireFreePort } = await import('../start/require-free-port.ts')
      const config = readConfig()
      const tell = (line: string) => note(options, line)
      for (const line of findUnknownVariables(config)) tell(line)
      if (options.dryRun) {
        const { publicUrl: shop, worker } = config
        const database = config.databaseUrl ? 'that of DATABASE_URL' : `its own in ${config.dataDir}`
        tell(`Would run the shop at ${shop}/ on a database: ${database}.`)
        return dryRunNote(options, { shop, worker, database })
      }
      const begun = performance.now()
      await requireFreePort(config.host, config.port)
      // An interrupted start leaves no embedded database running.
      let stop = () => leaveDatabase(config)
      process.removeAllListeners('SIGINT')
      stopOnSignals(() => stop())
      const booted = await boot({ config, tell })
      stop = booted.close
      let app: App | undefined
      try {
        const { requireStartChecks } = await import('../start/start-checks.ts')
        await requireStartChecks(booted.kernel)
        const { welcome } = await import('../first-run.ts')
        await welcome(booted.kernel, tell)
        const { docsSite } = await import('../docs-site.ts')
        const pages = options.dev ? [(await import('../dev-site.ts')).devShopSite] : await (await import('../sites.ts')).sites(tell)
        const { watchers } = await import('../start/request-monitors.ts')
        app = await createApp(booted.kernel, [docsSite, ...pages], watchers)
        const running = await serve(booted, app)
        stop = running.stop
      } catch (error) {
        // After a failed start, open connections must not keep the process alive.
        await app?.http.close()
        await booted.close()
        throw error
      }
      const ready = `Ready in ${((performance.now() - begun) / 1000).toFixed(1)} s.`
      if (options.dev) tell(ready)
      else {
        tell(`Shop   ${config.publicUrl}/`)
        tell(`Admin  ${config.adminOrigin ?? config.publicUrl}/admin`)
        tell(`${ready} Ctrl-C stops it.`)
      }
      const { findManifestProblems } = await import('../start/route-mistakes.ts')
      for (const line of await findManifestProblems(booted.plugins)) tell(line)
    })
}
