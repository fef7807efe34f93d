/** Stable exit codes for scripts. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  partial: 3,
  denied: 4,
  notFound: 5,
  conflict: 6,
  unavailable: 69,
  config: 78,
  interrupted: 130,
} as const

/** Descriptions of the exit codes, for help and guide. */
export const EXIT_MEANS: Record<ExitName, string> = {
  ok: 'success',
  failure: 'failed, or problems found',
  usage: 'wrong usage or invalid input',
  partial: 'partial success; the output names the rest',
  denied: 'no permission',
  notFound: 'not found',
  conflict: 'conflicts with the current state',
  unavailable: 'the database is unavailable',
  config: 'the environment or a plugin must be corrected',
  interrupted: 'interrupted',
}

/** Name of an exit code. */
export type ExitName = keyof typeof EXIT

/** An expected failure: reported with cause and fix, without a stack trace. */
export class CliError extends Error {
  readonly exit: ExitName
  /** The next thing to try, one line. */
  readonly hint: string | undefined
  readonly details: unknown

  constructor(exit: ExitName, message: string, more: { hint?: string; details?: unknown; cause?: unknown } = {}) {
    super(message, { cause: more.cause })
    this.name = 'CliError'
    this.exit = exit
    this.hint = more.hint
    this.details = more.details
  }
}

/** Error codes of a folder or file that is not accessible. */
const CLOSED = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR']
/** Error codes of a full disk, from the system and the database. */
const FULL = ['ENOSPC', 'EDQUOT', '53100']

const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN', '57P03', '53300']

/** Converts any thrown value to a failure with an exit code; `undefined` when it is a bug. */
export function explain(thrown: unknown): CliError | undefined {
  if (thrown instanceof CliError) return thrown
  const { code, name, message } = thrown as { code?: string; name?: string; message?: string }
  if (name === 'ExitPromptError' || name === 'AbortError') return new CliError('interrupted', 'Cancelled')
  if (name === 'ConfigError' || name === 'PluginError') return new CliError('config', message ?? '', { cause: thrown })
  const { path } = thrown as { path?: string }
  if (code !== undefined && CLOSED.includes(code) && path !== undefined) {
    return new CliError('config', `${path} cannot be used by this account (${code}).`, {
      hint: 'Give it to the account that runs stoa, or name another place: STOA_DATA_DIR is the folder of all data.',
      cause: thrown,
    })
  }
  if (code !== undefined && FULL.includes(code)) {
    return new CliError('unavailable', `There is no room left on the disk${code === '53100' ? ' of the database' : ''} (${code}).`, {
      hint: 'Make room, then run the same command again.',
      cause: thrown,
    })
  }
  if (code === 'EADDRINUSE') {
    const { address, port } = thrown as { address?: string; port?: number }
    return new CliError('failure', `Port ${port} of ${address} is taken by another program.`, {
      hint: `STOA_PORT=${(port ?? 3000) + 1} stoa start`,
      cause: thrown,
    })
  }
  // Fastify names the route; `stoa doctor` names the plugins.
  if (code === 'FST_ERR_DUPLICATED_ROUTE') {
    return new CliError('config', `Two plugins answer the same call: ${message}.`, {
      hint: 'stoa doctor names the plugins. Choose another path for one of them; /api/admin/<resource> is taken by the resource.',
      cause: thrown,
    })
  }
  if (code === '28P01' || code === '28000' || code === '3D000') {
    return new CliError('config', `The database refuses the connection: ${message}`, {
      hint: 'Check DATABASE_URL.',
      cause: thrown,
    })
  }
  // The socket file of a stopped server does not exist.
  if (code !== undefined && (UNREACHABLE.includes(code) || message?.startsWith('connect E'))) {
    return new CliError('unavailable', `The database cannot be reached (${code}).`, {
      hint: 'Check that it runs and that DATABASE_URL points to it.',
      cause: thrown,
    })
  }
  return undefined
}
