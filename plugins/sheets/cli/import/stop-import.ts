import type { Start } from '../../import/rejected-records.ts'
import { EXIT } from 'stoa/cli'

/**
 * Prints on Ctrl-C which part of an import has been committed, before the process ends. `starts` are the records of committed transactions;
 * without `chunk` there is one transaction for all. The returned function removes the handler.
 */
export function tellWhenStopped(starts: readonly Start[], chunk: number | undefined): () => void {
  const others = process.listeners('SIGINT')
  process.removeAllListeners('SIGINT')
  const stop = () => {
    process.stderr.write(`\n${whatStands(starts, chunk).join('\n')}\n`)
    process.exit(EXIT.interrupted)
  }
  process.once('SIGINT', stop)
  return () => {
    process.removeListener('SIGINT', stop)
    for (const listener of others) process.once('SIGINT', listener as () => void)
  }
}

/** Describes which part of an interrupted import is committed, and how to continue. */
export function whatStands(starts: readonly Start[], chunk: number | undefined): string[] {
  if (chunk === undefined || starts.length === 0) return ['Canceled: nothing was imported.', 'Next: run the same command again.']
  const refused = starts.filter((start) => start.failed).length
  const last = Math.max(...starts.slice(-chunk).map((start) => start.line))
  const done = `${starts.length - refused} ${starts.length - refused === 1 ? 'record was saved' : 'records were saved'}`
  return [
    `Canceled: ${done}${refused > 0 ? `, ${refused} failed` : ''}, the last one from line ${last} on. Later lines were not imported.`,
    'Next: run the same command again; saved records are recognised and not changed.',
  ]
}
