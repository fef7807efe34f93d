import pc from 'picocolors'

/** Colours for a stream, none when it is not a colour terminal. `--no-color` sets NO_COLOR. */
export function paint(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  const { env } = process
  const isEnabled = !env.NO_COLOR
  return pc.createColors(isEnabled && (Boolean(env.FORCE_COLOR) || (stream.isTTY && env.TERM !== 'dumb')))
}

const plain = process.env.TERM === 'dumb'

/** Symbols in front of lines. The text always says the same. */
export const mark = { ok: plain ? 'ok' : '✓', warning: '!', error: plain ? 'x' : '✗' } as const
