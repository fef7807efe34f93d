/** Result of one check. */
export interface Finding {
  check: string
  state: 'ok' | 'warning' | 'error'
  message: string
  /** How to fix it. */
  fix?: string
  /** Some of the affected items. */
  details?: string[]
}

export const ok = (check: string, message: string): Finding => ({ check, state: 'ok', message })

export const warning = (check: string, message: string, fix: string, details?: string[]): Finding => ({
  check,
  state: 'warning',
  message,
  fix,
  ...(details ? { details } : {}),
})

export const failure = (check: string, message: string, fix: string, details?: string[]): Finding => ({
  check,
  state: 'error',
  message,
  fix,
  ...(details ? { details } : {}),
})

/** Why a check itself failed. */
export const reason = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string }
  return [message || undefined, code && !message?.includes(code) ? `(${code})` : undefined].filter(Boolean).join(' ') || String(error)
}
