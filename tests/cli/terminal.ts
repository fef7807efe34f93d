import { spawn } from 'node:child_process'
import { join } from 'node:path'

const bin = join(import.meta.dirname, '../../cli/bin.mjs')

/** Keys by what is written on them. */
export const KEY = { enter: '\r', down: '\u001B[B', space: ' ', interrupt: '\u0003' } as const

/** A command with somebody at the keyboard. */
export interface Seat {
  /** Everything the screen was sent, without colours and movements. */
  screen(): string
  /** Waits until a text is on the screen that was not when this was last asked. @throws after ten seconds, with the screen */
  sees(text: string): Promise<void>
  /** Presses keys one after the other. */
  types(...keys: string[]): void
  /** Waits for the end of the command and answers its exit code. */
  ends(): Promise<number | null>
}

// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*\u0007|[@-Z\\-_])/g
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

/** Runs `stoa …` at a terminal of its own (`script` of util-linux makes one). */
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
