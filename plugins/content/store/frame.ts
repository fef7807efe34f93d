import { CallFailed, type FrameContext, type StoreParts } from 'stoa/store'
import type { AnnouncementView, BlockView, MenuNode } from '../api-types.ts'

type PageLink = { title: string; url: string }

declare module 'stoa/store/types' {
  interface Frame {
    /** The menu; when it is empty, the categories are shown. */
    menu: MenuNode[]
    footer: BlockView
    announcements: AnnouncementView[]
    /** Static pages for the footer. */
    pages: PageLink[]
  }
}

const MOST_PAGES = 8

/** Loads an optional part; an error response counts as empty. */
const orNone =
  <T>(ask: (at: FrameContext) => Promise<T>, none: T) =>
  (at: FrameContext): Promise<T> =>
    ask(at).catch((error: unknown) => {
      if (error instanceof CallFailed) return none
      throw error
    })

/** Frame data of this plugin, loaded for every page. */
export const frame: StoreParts['frame'] = {
  menu: orNone(({ call, language }) => call.get<MenuNode[]>('/api/menu', { language }), []),
  footer: orNone(({ call, language }) => call.post<BlockView>('/api/block', { identifier: 'footer', language }), {}),
  announcements: orNone(({ call, language }) => call.get<AnnouncementView[]>('/api/announcement', { language }), []),
  pages: orNone(async ({ call, language }) => (await call.get<PageLink[]>('/api/page', { language })).slice(0, MOST_PAGES), []),
}
