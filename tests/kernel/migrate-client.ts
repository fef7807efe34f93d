import { migrate } from '../../cli/migrate/migrate.ts'

/** A process of its own for the migration tests: applies the folder it is given and says what it applied. */
const [url = '', dir = ''] = process.argv.slice(2)
const applied = await migrate({
  url,
  sources: [{ id: 'core', dir }],
  log: (line) => process.stderr.write(`${line}\n`),
})
process.stdout.write(JSON.stringify(applied))
