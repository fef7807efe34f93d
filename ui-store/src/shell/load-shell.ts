import { parts } from 'virtual:store-plugins'
import type { Locale, SiteSettings } from 'stoa/api-types'
import type { Call } from '../kit/call.ts'
import type { FrameContext, ShellData } from '../kit/types.ts'

/** Which settings the store needs. */
const groups = () => ['basic', 'image', ...parts.flatMap((part) => part.settings ?? [])].join(',')

/** Site settings first of all, then what the frame of every page shows. */
export const loadSettings = (call: Call, language: Locale | 'default'): Promise<SiteSettings> =>
  call.get<SiteSettings>('/api/settings', { groups: groups(), language })

/** The rest of the frame, each piece by the plugin it belongs to. */
export const loadShell = async (call: Call, language: Locale, settings: SiteSettings): Promise<ShellData> => {
  const pieces = parts.flatMap((part) => Object.entries(part.frame ?? {}) as [string, (at: FrameContext) => Promise<unknown>][])
  const loaded = await Promise.all(pieces.map(async ([name, load]) => [name, await load({ call, language, settings })] as const))
  // What each piece is, its plugin tells with the type `Frame`.
  return { settings, ...Object.fromEntries(loaded) } as ShellData
}
