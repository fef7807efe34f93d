import { createApp } from '../../core/app.ts'
import { boot } from '../../cli/boot.ts'
import { readConfig } from '../../cli/start/config.ts'
import { serve, stopOnSignals } from '../../cli/start/serve.ts'
import { watchers } from '../../cli/start/request-monitors.ts'

/** The product's API in a separate process, for tests that kill it. */
const booted = await boot({ config: readConfig() })
const running = await serve(booted, await createApp(booted.kernel, [], watchers))
stopOnSignals(running.stop)
process.stdout.write(`ready ${running.url}\n`)
