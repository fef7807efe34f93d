import type { Command } from 'commander'
import type { Finding } from '../doctor/check-result.ts'
import { EXIT } from '../errors.ts'
import { leaf, type SharedOptions } from '../options.ts'
import { printData } from '../output.ts'
import { mark, paint } from '../paint.ts'

/** `stoa doctor`: checks the installation and says how to fix problems. */
export function command(): Command {
  return leaf('doctor', 'Check everything and say how to mend it', 'stoa doctor', 'stoa doctor --json | jq .errors').action(
    async (options: SharedOptions) => {
      const { examine } = await import('../doctor/run-checks.ts')
      const checks = await examine()
      const count = (state: Finding['state']) => checks.filter((c) => c.state === state).length
      const [errors, warnings] = [count('error'), count('warning')]
      if (options.json) printData(JSON.stringify({ ok: errors === 0, errors, warnings, checks }))
      else {
        for (const line of checks.flatMap(getLines)) printData(line)
        printData(errors + warnings === 0 ? 'All is well.' : `${counted(warnings, 'warning')}, ${counted(errors, 'error')}`)
      }
      if (errors > 0) process.exitCode = EXIT.failure
    },
  )
}

const counted = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`

function getLines({ state, message, fix, details }: Finding): string[] {
  const colour = paint(process.stdout)
  const sign = {
    ok: colour.green(mark.ok),
    warning: colour.yellow(mark.warning),
    error: colour.red(mark.error),
  }[state]
  return [`${sign} ${message}`, ...(details ?? []).map((d) => `    ${d}`), ...(fix ? [`    fix: ${fix}`] : [])]
}
