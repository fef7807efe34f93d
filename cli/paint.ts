import pc from 'picocolors'

/**
 * Colours for a stream: those of a colour terminal, or of any stream when FORCE_COLOR is set and is not 0; none when NO_COLOR is set, as
 * `--no-color` does.
 */
export function paint(stream: { isTTY?: boolean }): ReturnType<typeof pc.createColors> {
  const { env } = process
  const isForced = Boolean(env.FORCE_COLOR) && env.FORCE_COLOR !== '0'
  const isTerminal = stream.isTTY === true && env.TERM !== 'dumb'
  return pc.createColors(!env.NO_COLOR && (isForced || isTerminal))
}

const plain = process.env.TERM === 'dumb'

/** Symbols in front of lines. The text always says the same. */
export const mark = { ok: plain ? 'ok' : '✓', warning: '!', error: plain ? 'x' : '✗' } as const
