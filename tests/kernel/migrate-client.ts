import { migrate } from '../../cli/migrate/migrate.ts'

/** A separate process for the migration tests: applies a folder of migrations and prints their names. */
const [url = '', dir = ''] = process.argv.slice(2)
const applied = await migrate({
  url,
  sources: [{ id: 'core', dir }],
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(JSON.stringify(applied))
