import pc from 'picocolors'

const { env } = process

/** Colours for what goes to a stream, none where they would be in the way. `--no-color` sets NO_COLOR. */
export function paint(stream: NodeJS.WriteStream): ReturnType<typeof pc.createColors> {
  const wanted = !env.NO_COLOR
  return pc.createColors(wanted && (Boolean(env.FORCE_COLOR) || (stream.isTTY && env.TERM !== 'dumb')))
}

const plain = env.TERM === 'dumb'

/** Signs in front of lines. They never stand alone: a text says the same. */
export const mark = { ok: plain ? 'ok' : '✓', warning: '!', error: plain ? 'x' : '✗' } as const
