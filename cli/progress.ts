/** Options that decide whether progress is shown. */
export interface ProgressOptions {
  progress?: boolean
  quiet?: boolean
  json?: boolean
}

/** Reports progress: a bar on a terminal, a line for each tenth in CI, otherwise nothing. */
export interface Progress {
  update(part: number, text: string): void
  end(): void
}

const WIDTH = 20

export function progress(label: string, options: ProgressOptions): Progress {
  const silent = options.progress === false || options.quiet || options.json
  if (silent) return { update() {}, end() {} }
  if (process.stderr.isTTY && process.env.TERM !== 'dumb') return bar(label)
  return process.env.CI ? tenths(label) : { update() {}, end() {} }
}

function bar(label: string): Progress {
  const begun = Date.now()
  let last = 0
  let drawn = false
  return {
    update(part, text) {
      if (Date.now() - last < 80 && part < 1) return
      last = Date.now()
      const full = Math.round(Math.min(1, part) * WIDTH)
      const left = part > 0.02 && part < 1 ? `  ETA ${Math.ceil(((last - begun) / 1000) * (1 / part - 1))}s` : ''
      const line = `${label}  ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}  ${text}  ${Math.round(part * 100)}%${left}`
      process.stderr.write(`\r\u001B[K${line.slice(0, (process.stderr.columns || 100) - 1)}`)
      drawn = true
    },
    end() {
      if (drawn) process.stderr.write('\r\u001B[K')
    },
  }
}

function tenths(label: string): Progress {
  let lastReported = 0
  return {
    update(part, text) {
      const tenth = Math.floor(Math.min(1, part) * 10)
      if (tenth <= lastReported) return
      lastReported = tenth
      process.stderr.write(`${label} ${tenth * 10}% (${text})\n`)
    },
    end() {},
  }
}
