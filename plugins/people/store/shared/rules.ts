import type { ShellData } from 'stoa/store'

/** Sign-in rules from the shop's configuration. Without it, customers sign in with an unverified e-mail address. */
export function signInRules({ config }: Partial<Pick<ShellData, 'config'>>): { byPhone: boolean; validated: boolean } {
  return { byPhone: config?.config.login_via_phone === 0, validated: config?.config.login_validate_email === 1 }
}
