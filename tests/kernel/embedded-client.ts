import { startEmbedded, stopEmbeddedIfLast } from '../../cli/database/index.ts'

/** A separate process for the launcher's tests: connects, reports the result, and disconnects on request. */
const [dataDir = '', stay = ''] = process.argv.slice(2)
const lines: string[] = []
const joined = await startEmbedded({ dataDir, fsync: false, log: (line) => lines.push(line) })
process.stdout.write(`${JSON.stringify({ ...joined, lines })}\n`)
if (stay === 'stay') {
  process.stdin.resume()
  process.stdin.once('end', () => process.exit(0))
} else {
  await stopEmbeddedIfLast({ dataDir })
}
