import type { ShellData } from 'stoa/store'

/** How people get in, as whoever keeps the shop put it into the frame; without a shop by their address, unasked. */
export function signInRules({ config }: Partial<Pick<ShellData, 'config'>>): { byPhone: boolean; validated: boolean } {
  return { byPhone: config?.config.login_via_phone === 0, validated: config?.config.login_validate_email === 1 }
}
