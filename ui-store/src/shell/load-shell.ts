import { parts } from 'virtual:store-plugins'
import type { Locale, SiteSettings } from 'stoa/api-types'
import type { Call } from '../kit/call.ts'
import type { FrameContext, ShellData } from '../kit/types.ts'

/** Settings groups the store needs. */
const groups = () => ['basic', 'image', ...parts.flatMap((part) => part.settings ?? [])].join(',')

/** Loads the site settings, which the frame needs first. */
export const loadSettings = (call: Call, language: Locale | 'default'): Promise<SiteSettings> =>
  call.get<SiteSettings>('/api/settings', { groups: groups(), language })

/** Loads the frame's data, each entry by its plugin. */
export const loadShell = async (call: Call, language: Locale, settings: SiteSettings): Promise<ShellData> => {
  const pieces = parts.flatMap((part) => Object.entries(part.frame ?? {}) as [string, (at: FrameContext) => Promise<unknown>][])
  const loaded = await Promise.all(pieces.map(async ([name, load]) => [name, await load({ call, language, settings })] as const))
  // The types are those the plugins declare in `Frame`.
  return { settings, ...Object.fromEntries(loaded) } as ShellData
}
