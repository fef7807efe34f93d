import type { Command } from 'commander'
import { createApp } from '../../core/app.ts'
import { boot } from '../../core/boot.ts'
import { readConfig } from '../../core/config.ts'
import { serve, stopOnSignals } from '../../core/server.ts'
import { welcome } from '../first-run.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { note } from '../output.ts'
import { sites } from '../sites.ts'

/** `stoa start`: shop, admin and API on one port, with jobs and schedules unless STOA_WORKER=off. */
export function command(): Command {
  return leaf('start', 'Run shop, admin and API')
    .addHelpText('after', '\nExamples:\n  stoa start\n  STOA_PORT=8080 DATABASE_URL=postgres://… stoa start\n')
    .action(async (options: SharedOptions) => {
      const config = readConfig()
      const tell = (line: string) => note(options, line)
      const begun = performance.now()
      const booted = await boot({ config, tell })
      await welcome(booted.kernel, tell)
      const app = await createApp(booted.kernel, await sites(tell))
      const running = await serve(booted, app)
      stopOnSignals(running.stop)
      tell(`Shop   ${config.publicUrl}/`)
      tell(`Admin  ${config.adminOrigin ?? config.publicUrl}/admin`)
      tell(`Ready in ${((performance.now() - begun) / 1000).toFixed(1)} s. Ctrl-C stops it.`)
    })
}
