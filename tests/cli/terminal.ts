import { spawn } from 'node:child_process'
import { join } from 'node:path'

const bin = join(import.meta.dirname, '../../cli/bin.mjs')

/** Byte sequences of the keys, by their labels. */
export const KEY = { enter: '\r', down: '\u001B[B', space: ' ', interrupt: '\u0003' } as const

/** A command that runs at a terminal. */
export interface Seat {
  /** All output sent to the screen, without colours and cursor movements. */
  screen(): string
  /** Waits until a text appears that was not on the screen at the previous call. @throws after ten seconds, with the screen */
  sees(text: string): Promise<void>
  /** Presses keys one after another. */
  types(...keys: string[]): void
  /** Waits until the command exits and returns its exit code. */
  ends(): Promise<number | null>
}

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*\u0007|[@-Z\\-_])/g
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Runs `stoa …` at a pseudo-terminal (created by `script` of util-linux). */
export function atTerminal(args: readonly string[], o: { env: Record<string, string>; cwd: string }): Seat {
  const line = [process.execPath, bin, ...args].map(quoted).join(' ')
  const env = { ...process.env, CI: undefined, FORCE_COLOR: undefined, TERM: 'xterm', COLUMNS: '100', LINES: '40', ...o.env }
  const child = spawn('script', ['-qfec', line, '/dev/null'], { env, cwd: o.cwd })
  let output = ''
  let read = 0
  child.stdout.on('data', (part: Buffer) => (output += part.toString()))
  child.stdin.on('error', () => {})
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const plain = () => output.replaceAll(ESCAPES, '').replaceAll('\r', '')
  return {
    screen: plain,
    async sees(text) {
      const until = Date.now() + 10_000
      for (;;) {
        const at = plain().indexOf(text, read)
        if (at >= 0) return void (read = at + text.length)
        if (Date.now() > until) throw new Error(`"${text}" did not come. The screen:\n${plain()}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    types: (...keys) => keys.forEach((key) => child.stdin.write(key)),
    ends: () => ended,
  }
}
